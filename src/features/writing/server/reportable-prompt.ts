import { sql } from 'kysely'
import { loadLanguageDetector } from '#features/catalogue/server/eld.ts'
import type { OnPublished } from '#features/catalogue/server/insert-prompts.ts'
import { lockPrompts, lockPublishedPromptOrThrow } from '#features/catalogue/server/lock-prompts.ts'
import { isPublished, isVisibleTo } from '#features/catalogue/server/prompt-visibility.ts'
import { removePrompt, reverseRemoval } from '#features/catalogue/server/remove-prompts.ts'
import { lockPromptOrThrow } from '#features/catalogue/server/stored/stored-prompt.ts'
import { msg } from '#lib/texts.ts'
import type { Tx } from '#platform/database/db.ts'
import type { CaseSubject, DecidedContent } from '#platform/reportable.ts'
import { changePrompt } from './edit-prompt.ts'

/**
 * Published prompts. `part` is null, because a case has its prompt anyway. The lock comes first, so that concurrent
 * reports open one case.
 */
export const reportablePrompt = ({ onPublished }: { onPublished: OnPublished }): CaseSubject<null> => ({
  ownHint: msg('This prompt is your own. You can change or delete it yourself.'),
  async find(tx, _, idOrSlug) {
    const { id, userId } = await lockPublishedPromptOrThrow(tx, idOrSlug)
    return { id, authorId: userId, promptId: id }
  },
  reported: () => sql`
    select null as part, p.user_id as author_id, ${isPublished} as is_shown, p.version = rc.decided_version as is_unchanged
    from prompts p where p.id = rc.prompt_id`,
  visibleTo: (moderator) => sql`select from prompts p where p.id = rc.prompt_id and ${isVisibleTo(moderator)}`,
  lock: (tx, id) => lockPrompts(tx, [id]),
  async hide(tx, moderator, { id, reason, now }) {
    const { status, statusBefore, removedReason } = await lockPromptOrThrow(tx, moderator, id)
    // A draft, or a prompt that is already removed, needs no removal.
    const shownStatus = status === 'deleted' ? statusBefore : status
    if (removedReason !== null || (shownStatus !== 'published' && shownStatus !== 'pending')) return false
    await removePrompt(tx, moderator, { idOrSlug: id, reason }, { now, onPublished })
    return true
  },
  /** Publishes a removed prompt again. If its author has deleted it, it stays deleted, but the author can restore it. */
  async restore(tx, moderator, { id, now }) {
    const before = await lockPromptOrThrow(tx, moderator, id)
    if (before.status === 'deleted') await reverseRemoval(tx, moderator, before, { now, onPublished })
    if (before.status !== 'removed') return false
    const change = {
      idOrSlug: id,
      edit: { status: 'published' as const },
      detectLanguage: await loadLanguageDetector(),
    }
    await changePrompt(tx, moderator, change, { now, moderation: 'post', onPublished })
    return true
  },
  describe: describePrompt,
})

/** Describes a prompt to its author after a moderator's decision. */
async function describePrompt(tx: Tx, id: string): Promise<DecidedContent> {
  const { title, slug, status } = await tx
    .selectFrom('prompts')
    .select(['title', 'slug', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const isDeleted = status === 'deleted'
  const nextStep = isDeleted
    ? msg('You had deleted it, and you can no longer restore it. It is still listed under My Prompts:')
    : msg('Nothing is lost: you can read, edit and copy it under My Prompts:')
  return {
    promptId: id,
    title,
    hidden: { path: `/my-prompts?status=${status}`, hint: nextStep, isCorrectable: !isDeleted },
    restored: { path: `/prompt/${slug}`, hint: msg('Everyone can see it again, with its votes and saves:') },
  }
}
