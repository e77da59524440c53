import { lockWriter } from '#features/accounts/server/lock-user.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { fieldDefaults } from '#features/catalogue/field-rules.ts'
import { forkLicenseError } from '#features/catalogue/license-rules.ts'
import { type License, standardLicense } from '#features/catalogue/rules.ts'
import { getCategoryIdOrThrow } from '#features/catalogue/server/category-queries.ts'
import { loadLanguageDetector } from '#features/catalogue/server/eld.ts'
import { insertPrompts, prepareDrafts } from '#features/catalogue/server/insert-prompts.ts'
import { linkTranslation } from '#features/catalogue/server/link-prompts.ts'
import { getPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import type { WriteContext } from '#features/catalogue/server/stored/store-prompt-change.ts'
import { lockPromptOrThrow } from '#features/catalogue/server/stored/stored-prompt.ts'
import { mustWait } from '#features/catalogue/server/wait-for-moderation.ts'
import type { Actor, Member } from '#platform/actor.ts'
import { requireMember } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { NewPrompt } from '../contract.ts'
import { audienceAfter } from './change-audience.ts'
import { refuseUnapproved } from './refuse-unapproved.ts'
import { creationsPerMember } from './writing-limits.ts'

/**
 * Stores a member's new prompt as a draft, shares it with groups, or publishes it (status pending if a moderator must approve it first).
 * Throws AppError authentication_required, validation_failed, not_found (the origin of a fork or translation), forbidden
 * (the license of the origin), conflict (as `linkTranslation`), or rate_limited.
 */
export async function createPrompt(db: Db, actor: Actor, input: NewPrompt, context: WriteContext): Promise<Prompt> {
  const member = requireMember(actor)
  await context.limits.take(creationsPerMember, member.id)
  const { category, forkOf: _, translationOf, status = 'published', group, otherGroups, ...written } = input
  const detectLanguage = await loadLanguageDetector()
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const categoryId = await getCategoryIdOrThrow(tx, category)
    const { forkOf, licence } = await originOf(tx, member, input)
    const audience = await audienceAfter(tx, member, null, { status, group, otherGroups })
    await refuseUnapproved(tx, { before: null, groupId: audience.groupId, status, isEdited: true })
    const text = { ...fieldDefaults, ...written }
    const isPending = status === 'published' && (await mustWait(tx, context.moderation, member, text, null))
    const draft = {
      ...text,
      categoryId,
      userId: member.id,
      licence,
      forkOf,
      language: detectLanguage(text.content),
      ...audience,
      status: isPending ? ('pending' as const) : status,
      credit: null,
      featured: false,
      importKey: null,
      createdAt: context.now,
    }
    const [prompt] = await insertPrompts(tx, await prepareDrafts(tx, [draft]), context.onPublished)
    if (!prompt) throw new Error('insertPrompts skipped a new prompt, although it skips only imported prompts.')
    if (translationOf !== undefined) await linkTranslation(tx, member, { prompt: prompt.id, of: translationOf })
    return getPromptOrThrow(tx, member, prompt.id)
  })
}

/** Returns the id of the forked prompt (null if the new prompt isn't a fork), and the license of the new prompt. */
async function originOf(
  tx: Tx,
  member: Member,
  input: NewPrompt,
): Promise<{ forkOf: string | null; licence: License }> {
  if (input.forkOf === undefined) return { forkOf: null, licence: input.licence ?? standardLicense }
  const origin = await lockPromptOrThrow(tx, member, input.forkOf)
  const isOwn = origin.userId === member.id
  const licence = input.licence ?? origin.licence
  const refusal = isOwn ? null : forkLicenseError(origin.licence, licence)
  if (refusal) throw new AppError('forbidden', refusal)
  return { forkOf: origin.id, licence }
}
