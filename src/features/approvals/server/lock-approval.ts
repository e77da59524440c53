import { sql } from 'kysely'
import { preventDeletion } from '#features/accounts/server/lock-user.ts'
import { msg, t, translate } from '#lib/texts.ts'
import type { Member, Role } from '#platform/actor.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { ApprovalKind, ApprovalState } from '../rules.ts'
import { isKnownTo, mayBeDecidedBy } from './approval-visibility.ts'
import type { ApprovalChange } from './approvals.table.ts'

export type LockedApproval = {
  id: string
  promptId: string
  groupId: string
  userId: string
  kind: ApprovalKind
  state: ApprovalState
  revision: number
  note: string
  change: ApprovalChange
  deciderId: string | null
  mayDecide: boolean
}

/** Who sent a request, and about which prompt. Throws AppError not_found if the member may not know of it. */
export async function findApprovalOrThrow(
  db: Db,
  member: Member,
  id: string,
): Promise<{ promptId: string; userId: string; username: string; role: Role }> {
  const { rows } = await sql<{ promptId: string; userId: string; username: string; role: Role }>`
    select a.prompt_id, a.user_id, u.display_username as username, u.role
    from approvals a join prompts p on p.id = a.prompt_id join users u on u.id = a.user_id
    where a.id = ${id} and ${isKnownTo(member)}`.execute(db)
  if (!rows[0]) throw notFound(t('This request'))
  return rows[0]
}

/** Locks the account of the person who sent a request against deletion. Comes before the prompt and the request. */
export async function lockSender(tx: Tx, id: string): Promise<void> {
  await preventDeletion(tx, sql`select user_id from approvals where id = ${id}`)
}

/**
 * Locks a request until the transaction ends, and reads its current state. If the prompt has to be locked too, lock the
 * prompt first. Throws AppError not_found if the member may not know of the request.
 */
export async function lockApprovalOrThrow(tx: Tx, member: Member, id: string): Promise<LockedApproval> {
  // The row is locked before it is joined: PostgreSQL reads only the locked row again after waiting for a lock.
  await sql`select from approvals where id = ${id} for no key update`.execute(tx)
  const { rows } = await sql<LockedApproval>`
    select a.id, a.prompt_id, a.group_id, a.user_id, a.kind, a.state, a.revision, a.note, a.change, a.decider_id,
      ${mayBeDecidedBy(member)} as may_decide
    from approvals a join prompts p on p.id = a.prompt_id where a.id = ${id} and ${isKnownTo(member)}`.execute(tx)
  if (!rows[0]) throw notFound(t('This request'))
  return rows[0]
}

/** Throws AppError forbidden if the member may not decide about the request. */
export function requireDecider({ userId, mayDecide }: LockedApproval, member: Member): void {
  if (mayDecide) return
  throw new AppError(
    'forbidden',
    userId === member.id
      ? t('Another approver decides about what you sent.')
      : t('Only an approver of the group can decide about this.'),
  )
}

/** Throws AppError forbidden for everybody except the person who sent the request. */
export function requireSender({ userId }: LockedApproval, member: Member): void {
  if (userId !== member.id) throw new AppError('forbidden', t('Only the person who sent this may do this.'))
}

const decided = {
  approved: msg('This was already approved. Load the page again.'),
  returned: msg('This was already returned. Load the page again.'),
  withdrawn: msg('This was already withdrawn. Load the page again.'),
} as const

/**
 * Throws AppError conflict if the request no longer waits, or isn't at the revision that the member read
 * (`seenRevision`).
 */
export function requireWaiting({ state, revision }: LockedApproval, seenRevision?: number): void {
  if (state !== 'waiting') throw new AppError('conflict', translate(decided[state]))
  if (seenRevision !== undefined && seenRevision !== revision)
    throw new AppError('conflict', t('This has been changed since you opened it. Load the page again.'))
}
