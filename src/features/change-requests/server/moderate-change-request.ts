import { sql } from 'kysely'
import { t } from '#lib/texts.ts'
import { type Tx, violatesKey } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'

/** How many suggested edits one transaction removes. */
const batchRows = 100

/**
 * Removes a suggested edit, with a reason for its proposer. Returns false if it doesn't exist or is already removed.
 * The caller checks the role.
 */
export async function removeChangeRequest(tx: Tx, id: string, reason: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update change_requests set removed_reason = ${reason} where id = ${id} and removed_reason is null`.execute(tx)
  return Boolean(numAffectedRows)
}

/**
 * Restores a removed suggested edit. If it is undecided and its proposer now has another undecided edit of the same
 * prompt, it becomes withdrawn. Returns false if it wasn't removed. Throws AppError conflict if the proposer sends
 * another edit at the same moment.
 */
export async function restoreChangeRequest(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update change_requests cr set removed_reason = null, state = case
      when cr.state in ('open', 'revising') and exists (
        select from change_requests other where other.prompt_id = cr.prompt_id and other.user_id = cr.user_id
          and other.id <> cr.id and other.state in ('open', 'revising') and other.removed_reason is null)
      then 'withdrawn' else cr.state end
    where cr.id = ${id} and cr.removed_reason is not null`
    .execute(tx)
    .catch((error) => {
      if (!violatesKey(error, 'change_requests_one_open')) throw error
      throw new AppError('conflict', t('Its proposer has just suggested another edit of this prompt. Try again.'))
    })
  return Boolean(numAffectedRows)
}

/** Removes some undecided suggested edits of a banned user. Returns whether there may be more. */
export async function removeSomeRequestsOf(tx: Tx, userId: string, reason: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update change_requests set removed_reason = ${reason} where id in (
      select id from change_requests where user_id = ${userId} and state in ('open', 'revising') and removed_reason is null
      order by id limit ${batchRows})`.execute(tx)
  return Number(numAffectedRows) === batchRows
}
