import { sql } from 'kysely'
import { preventDeletion } from '#features/accounts/server/lock-user.ts'
import type { License } from '#features/catalogue/rules.ts'
import { msg, t, translate } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { isPending, type Outcome } from '../rules.ts'
import { isVisibleTo, mayBeDecidedBy } from './change-request-visibility.ts'

export type LockedRequest = {
  id: string
  promptId: string
  userId: string
  authorId: string
  state: Outcome
  revision: number
  licence: License
  baseVersion: number
  acceptedVersion: number | null
  isRemoved: boolean
  mayDecide: boolean
}

/**
 * Locks the proposer's and the author's accounts against deletion until the transaction ends. Like every lock on
 * accounts, this one must be taken before the prompt and the suggested edit are locked.
 */
export async function lockProposerAndAuthor(tx: Tx, id: string): Promise<void> {
  await preventDeletion(
    tx,
    sql`select unnest(array[cr.user_id, p.user_id]) from change_requests cr join prompts p on p.id = cr.prompt_id
      where cr.id = ${id}`,
  )
}

/**
 * Locks a suggested edit until the transaction ends, and reads its current state. If the prompt has to be locked too,
 * lock the prompt first. Throws AppError not_found if the member may not see the edit.
 */
export async function lockRequestOrThrow(tx: Tx, member: Member, id: string): Promise<LockedRequest> {
  // The row is locked before it is joined. After waiting for a lock, PostgreSQL reads the locked row again, but not the
  // rows that are joined with it.
  await sql`select from change_requests where id = ${id} for no key update`.execute(tx)
  const { rows } = await sql<LockedRequest>`
    select cr.id, cr.prompt_id, cr.user_id, p.user_id as author_id, cr.state, cr.revision, cr.licence, cr.base_version,
      cr.accepted_version, cr.removed_reason is not null as is_removed, ${mayBeDecidedBy(member)} as may_decide
    from change_requests cr join prompts p on p.id = cr.prompt_id where cr.id = ${id} and ${isVisibleTo(member)}`.execute(
    tx,
  )
  if (!rows[0]) throw notFound(t('This suggested edit'))
  return rows[0]
}

/** Throws AppError forbidden if the member may not decide on the suggested edit. */
export function requireDecider({ mayDecide }: LockedRequest): void {
  if (!mayDecide) throw new AppError('forbidden', t('Only the prompt’s author can decide on suggested edits.'))
}

/** Throws AppError forbidden for everybody except the proposer. */
export function requireProposer({ userId }: LockedRequest, member: Member): void {
  if (userId !== member.id) throw new AppError('forbidden', t('Only the person who suggested this edit may do this.'))
}

const decided = {
  accepted: msg('This suggested edit is already accepted. Load the page again.'),
  declined: msg('This suggested edit is already declined. Load the page again.'),
  withdrawn: msg('This suggested edit is already withdrawn. Load the page again.'),
} as const

/**
 * Throws AppError conflict if the suggested edit is removed, decided or withdrawn, or isn't at the revision that the
 * member read (`seenRevision`).
 */
export function requirePending({ state, isRemoved, revision }: LockedRequest, seenRevision?: number): void {
  if (isRemoved) throw new AppError('conflict', t('A moderator removed this suggested edit.'))
  if (!isPending(state)) throw new AppError('conflict', translate(decided[state]))
  if (seenRevision !== undefined && seenRevision !== revision)
    throw new AppError('conflict', t('This suggested edit has been revised since you opened it. Load the page again.'))
}
