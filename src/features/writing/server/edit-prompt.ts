import { isDeepStrictEqual } from 'node:util'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { forkLicenseError } from '#features/catalogue/license-rules.ts'
import type { License } from '#features/catalogue/rules.ts'
import { getCategoryIdOrThrow } from '#features/catalogue/server/category-queries.ts'
import { loadLanguageDetector } from '#features/catalogue/server/eld.ts'
import { getChangedPromptOrThrow, getPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { refuseInvalidVariables } from '#features/catalogue/server/prompt-versions.ts'
import {
  type PromptChange,
  storePromptChange,
  type WriteContext,
} from '#features/catalogue/server/stored/store-prompt-change.ts'
import { lockPromptOrThrow, type StoredPrompt, writerOf } from '#features/catalogue/server/stored/stored-prompt.ts'
import { mustWait } from '#features/catalogue/server/wait-for-moderation.ts'
import { statusAfter } from '#features/catalogue/status-rules.ts'
import { normalizeVariables } from '#features/variables/variable-list-rules.ts'
import { followRenames } from '#features/variables/variable-rename-rules.ts'
import { t } from '#lib/texts.ts'
import { type Actor, type Member, requireMember } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { PromptEdit } from '../contract.ts'
import { audienceAfter } from './change-audience.ts'
import { refuseUnapproved } from './refuse-unapproved.ts'
import { changesPerMember } from './writing-limits.ts'

/**
 * Changes the fields of a prompt (id or slug) that are set in `edit`. Refuses an edit of an older `version`, unless it
 * changes nothing. Throws AppError authentication_required, not_found, forbidden, validation_failed, rate_limited, or
 * conflict (an older version, with the current prompt as `current`; or a deleted prompt).
 */
export async function editPrompt(
  db: Db,
  actor: Actor,
  idOrSlug: string,
  edit: PromptEdit,
  context: WriteContext,
): Promise<Prompt> {
  const member = requireMember(actor)
  await context.limits.take(changesPerMember, member.id)
  const detectLanguage = await loadLanguageDetector()
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const id = await changePrompt(tx, member, { idOrSlug, edit, detectLanguage }, context)
    return getChangedPromptOrThrow(tx, member, id)
  })
}

/**
 * An edit to store. `suggestedBy` is the id of the member who suggested it, if it was suggested. `approvedBy` is the
 * approver of the group who approved it, if it waited for one.
 */
type EditRequest = {
  idOrSlug: string
  edit: PromptEdit
  detectLanguage: (text: string) => string
  suggestedBy?: string
  approvedBy?: Member
}

/**
 * Does the same as `editPrompt` in the caller's transaction, without a rate limit and without locking the member.
 * Returns the prompt's id.
 */
export async function changePrompt(
  tx: Tx,
  member: Member,
  { idOrSlug, edit, detectLanguage, suggestedBy, approvedBy }: EditRequest,
  context: Omit<WriteContext, 'limits'>,
): Promise<string> {
  const before = await lockPromptOrThrow(tx, member, idOrSlug)
  const writer = writerOf(member, before)
  const audience = await audienceAfter(tx, member, { before, writer, isApproved: approvedBy !== undefined }, edit)
  const change = await changeOf(tx, before, edit, detectLanguage)
  const text = { ...before, ...change }
  const isPending = await mustWait(tx, context.moderation, member, text, before.status === 'published' ? before : null)
  const status = statusAfter(before.status, writer, edit.status, isPending)
  if (typeof status === 'object') throw new AppError('forbidden', status.refusal)
  const isForSame = isDeepStrictEqual(audience, { groupId: before.groupId, groupIds: before.groupIds })
  if (Object.keys(change).length === 0 && status === before.status && isForSame) return before.id
  if (before.status === 'deleted') throw new AppError('conflict', t('This prompt is deleted. Restore it first.'))
  if (edit.version !== undefined && edit.version !== before.version) {
    throw new AppError(
      'conflict',
      t('This prompt has been changed since you started. Compare both texts and choose one.'),
      {
        extra: { current: await getPromptOrThrow(tx, member, before.id) },
      },
    )
  }
  if (writer === 'author' && !approvedBy) {
    const isEdited = Object.keys(change).length > 0
    await refuseUnapproved(tx, { before, groupId: audience.groupId, status, isEdited })
  }
  const { note = null } = edit
  const removedReason = before.status === 'removed' && status === 'published' ? { removedReason: null } : {}
  const after = await storePromptChange(
    tx,
    before,
    { ...change, ...removedReason, ...audience, status },
    { userId: member.id, note: note || null, suggestedBy, now: context.now, onPublished: context.onPublished },
  )
  const target = { kind: 'prompt' as const, id: before.id }
  if (writer === 'moderator') {
    await recordAuditEntry(tx, member, {
      action: before.status === status ? 'prompt.edit' : 'prompt.publish',
      target,
      details: { version: after.version },
    })
  } else if (!isForSame || (before.groupId !== null && before.status !== status)) {
    const details = { status, before: before.groupIds.join(), after: audience.groupIds.join() }
    await recordAuditEntry(tx, approvedBy ?? member, { action: 'prompt.audience', target, details })
  }
  return before.id
}

/** Returns the fields that an edit changes, including the variables and the language that follow from its content. */
async function changeOf(
  tx: Tx,
  before: StoredPrompt,
  edit: PromptEdit,
  detectLanguage: (text: string) => string,
): Promise<PromptChange> {
  const { category: _, status: __, version: ___, note: ____, group: _____, otherGroups: ______, ...written } = edit
  const content = edit.content ?? before.content
  const variables =
    edit.variables ?? normalizeVariables(content, followRenames(before.content, content, before.variables))
  if (edit.variables) refuseInvalidVariables({ content, variables })
  else if (content !== before.content) refuseInvalidVariables({ content, variables }, 'content')
  const requested: PromptChange = {
    ...written,
    variables: normalizeVariables(content, variables),
    categoryId: edit.category === undefined ? undefined : await getCategoryIdOrThrow(tx, edit.category),
    language: edit.content === undefined ? undefined : detectLanguage(edit.content),
  }
  const names = Object.keys(requested) as (keyof typeof requested)[]
  const change = Object.fromEntries(
    names
      .filter((name) => requested[name] !== undefined && !isDeepStrictEqual(requested[name], before[name]))
      .map((name) => [name, requested[name]]),
  )
  if (change.licence) await refuseForbiddenLicense(tx, before, change.licence as License)
  return change
}

/**
 * Refuses a license that a fork can't have because of the license of its origin, unless the fork and its origin have
 * the same author. Throws AppError forbidden.
 */
async function refuseForbiddenLicense(tx: Tx, { forkOf, userId }: StoredPrompt, licence: License): Promise<void> {
  if (forkOf === null) return
  const origin = await tx
    .selectFrom('prompts')
    .select(['licence', 'userId'])
    .where('id', '=', forkOf)
    .executeTakeFirst()
  const refusal = origin && origin.userId !== userId ? forkLicenseError(origin.licence, licence) : null
  if (refusal) throw new AppError('forbidden', refusal)
}
