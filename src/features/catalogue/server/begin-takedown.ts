import { sql } from 'kysely'
import { deletedAccountId } from '#platform/actor.ts'
import { everything, recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'

/** A takedown in progress: who requested it, how many prompts are removed and how many edits are undone so far. */
export type Takedown = { requestedBy: string; prompts: number; edits: number }

/**
 * Starts the takedown of a person's work. As soon as the transaction commits, their prompts are hidden
 * (prompt-visibility.ts), even though removing them takes longer. A takedown that is already in progress continues.
 */
export async function beginTakedown(tx: Tx, userId: string, requestedBy: string): Promise<void> {
  await sql`
    insert into takedowns (user_id, asked_by) values (${userId}, ${requestedBy}) on conflict (user_id) do nothing`.execute(
    tx,
  )
  await recordContentChange(tx, [everything])
}

/**
 * Locks a takedown, so that one process at a time continues it. Returns null if none is in progress. If the account that
 * requested it is deleted, `requestedBy` is `deletedAccountId`.
 */
export async function lockTakedown(tx: Tx, userId: string): Promise<Takedown | null> {
  const { rows } = await sql<Takedown>`
    select coalesce((select id from users where id = t.asked_by), ${deletedAccountId}::uuid) as "requestedBy", t.prompts, t.edits
    from takedowns t where t.user_id = ${userId} for update`.execute(tx)
  return rows[0] ?? null
}

/** Adds the prompts that one step removed, and the edits that it undid. */
export async function recordTakedownStep(tx: Tx, userId: string, { prompts, edits }: Omit<Takedown, 'requestedBy'>) {
  await sql`
    update takedowns set prompts = prompts + ${prompts}, edits = edits + ${edits} where user_id = ${userId}`.execute(tx)
}

/** Ends a takedown. Prompts that are left, if any, become visible again. */
export async function endTakedown(tx: Tx, userId: string): Promise<void> {
  const { numAffectedRows } = await sql`delete from takedowns where user_id = ${userId}`.execute(tx)
  if (numAffectedRows) await recordContentChange(tx, [everything])
}
