import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { isVersionVisibleTo } from '#features/catalogue/server/prompt-visibility.ts'
import { type LockedPrompt, lockPromptOrThrow, writerOf } from '#features/catalogue/server/stored/stored-prompt.ts'
import { type LabelTarget, storeLabel } from '#features/labels/server/store-label.ts'
import { t } from '#lib/texts.ts'
import { type Actor, type Member, requireMember } from '#platform/actor.ts'
import type { Platform } from '#platform/api.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { StandingLabel } from '../label-contract.ts'
import { getLabelOrThrow } from './label-queries.ts'
import { changesPerMember } from './writing-limits.ts'

/** A label that was put on a version, moved or removed. */
type LabelMove = { promptId: string; label: string; from: number | null; to: number | null }
/** Tells other features about a moved label, in the transaction that moves it. */
export type OnLabelMoved = (tx: Tx, move: LabelMove, now: Date) => Promise<void>

type Context = Pick<Platform, 'db' | 'now' | 'limits'> & { onLabelMoved: OnLabelMoved }
/** A move of a label of the prompt `idOrSlug`. `expected`: the version on which the caller takes it to be. */
type Move = Omit<LabelTarget, 'promptId'> & { idOrSlug: string; expected?: number | null }

/**
 * Puts a label on a version of a prompt, and returns the label. Throws AppError authentication_required, forbidden,
 * not_found (the prompt or the version), rate_limited, or conflict (a deleted prompt, too many labels, or the label isn't
 * on the version `expected`).
 */
export async function moveLabel(
  context: Context,
  actor: Actor,
  move: Move & { version: number },
): Promise<StandingLabel> {
  return changeLabel(context, actor, move, (tx, promptId) => getLabelOrThrow(tx, promptId, move.label))
}

/** Removes a label from a prompt. Throws the same errors as `moveLabel`, and not_found if the prompt has no such label. */
export async function removeLabel(context: Context, actor: Actor, move: Omit<Move, 'version'>): Promise<void> {
  await changeLabel(context, actor, { ...move, version: null }, async () => undefined)
}

async function changeLabel<Result>(
  { db, now, limits, onLabelMoved }: Context,
  actor: Actor,
  { idOrSlug, label, version, expected }: Move,
  read: (tx: Tx, promptId: string) => Promise<Result>,
): Promise<Result> {
  const member = requireMember(actor)
  await limits.take(changesPerMember, member.id)
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const prompt = await lockPromptOrThrow(tx, member, idOrSlug)
    const writer = writerOf(member, prompt)
    if (prompt.status === 'deleted') throw new AppError('conflict', t('This prompt is deleted. Restore it first.'))
    await requireMoveRight(tx, prompt, label)
    if (version !== null) await requireVersion(tx, member, { promptId: prompt.id, version })
    const by = { userId: member.id, now: now(), expected }
    const { from, isMoved } = await storeLabel(tx, { promptId: prompt.id, label, version }, by)
    if (version === null && from === null) throw notFound(t('This label'))
    if (isMoved) await onLabelMoved(tx, { promptId: prompt.id, label, from, to: version }, by.now)
    if (isMoved && writer === 'moderator')
      await recordAuditEntry(tx, member, {
        action: 'prompt.label',
        target: { kind: 'prompt', id: prompt.id },
        details: { label, from, to: version },
      })
    return read(tx, prompt.id)
  })
}

/** Throws AppError forbidden if the prompt's group protects the label and the member isn't one of its approvers. */
async function requireMoveRight(tx: Tx, { groupId, groupRight }: LockedPrompt, label: string): Promise<void> {
  if (groupId === null || groupRight === 'approve') return
  const group = await tx.selectFrom('groups').select('protectedLabels').where('id', '=', groupId).executeTakeFirst()
  if (group?.protectedLabels.includes(label))
    throw new AppError(
      'forbidden',
      t('The label “{label}” is protected. Only approvers of the prompt’s group move it.', { label }),
    )
}

/** Throws AppError not_found unless the prompt has this version and the member may read it. */
async function requireVersion(tx: Tx, member: Member, { promptId, version }: { promptId: string; version: number }) {
  const { rows } = await sql`
    select from prompt_versions v join prompts p on p.id = v.prompt_id
    where v.prompt_id = ${promptId} and v.version = ${version} and ${isVersionVisibleTo(member)}`.execute(tx)
  if (rows.length === 0) throw notFound(t('This version'))
}
