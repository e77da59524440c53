import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { storePromptChange, type WriteContext } from './stored/store-prompt-change.ts'
import { lockPromptOrThrow } from './stored/stored-prompt.ts'

/**
 * Adds a prompt (by id or slug) to the editors' choice, or takes it out. The caller has checked permission. A repeated
 * call changes nothing. Throws AppError not_found or conflict (only published prompts can be featured).
 */
export async function featurePrompt(
  tx: Tx,
  member: Member,
  { idOrSlug, featured }: { idOrSlug: string; featured: boolean },
  { now, onPublished }: Pick<WriteContext, 'now' | 'onPublished'>,
): Promise<void> {
  const before = await lockPromptOrThrow(tx, member, idOrSlug)
  if (before.featured === featured) return
  if (featured && before.status !== 'published')
    throw new AppError('conflict', t('Only a published prompt can be featured.'))
  await storePromptChange(tx, before, { featured }, { userId: member.id, note: null, now, onPublished })
  const action = featured ? 'prompt.feature' : 'prompt.unfeature'
  await recordAuditEntry(tx, member, { action, target: { kind: 'prompt', id: before.id } })
}
