import { sql } from 'kysely'
import { deletedAccountId } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db.ts'
import { everything, recordContentChange } from './content-changes.ts'

/** A takedown that is under way: who asked for it, and what it took away so far. */
export type Takedown = { askedBy: string; prompts: number; edits: number }

/**
 * Begins to take a person's work away: nobody sees their prompts from the commit on (prompt-visibility.ts), however long
 * it takes to remove each. Beginning it twice changes nothing.
 */
export async function beginTakedown(tx: Tx, userId: string, askedBy: string): Promise<void> {
  await sql`
    insert into takedowns (user_id, asked_by) values (${userId}, ${askedBy}) on conflict (user_id) do nothing`.execute(
    tx,
  )
  await recordContentChange(tx, [everything])
}

/** Holds a takedown, so that one at a time goes on with it; null when none is under way. */
export async function lockTakedown(tx: Tx, userId: string): Promise<Takedown | null> {
  const { rows } = await sql<Takedown>`
    select coalesce((select id from users where id = t.asked_by), ${deletedAccountId}::uuid) as "askedBy", t.prompts, t.edits
    from takedowns t where t.user_id = ${userId} for update`.execute(tx)
  return rows[0] ?? null
}

/** Counts what a step took away. */
export async function noteTakenDown(tx: Tx, userId: string, { prompts, edits }: Omit<Takedown, 'askedBy'>) {
  await sql`
    update takedowns set prompts = prompts + ${prompts}, edits = edits + ${edits} where user_id = ${userId}`.execute(tx)
}

/** Ends a takedown: what is left, if anything, is shown again. */
export async function endTakedown(tx: Tx, userId: string): Promise<void> {
  const { numAffectedRows } = await sql`delete from takedowns where user_id = ${userId}`.execute(tx)
  if (numAffectedRows) await recordContentChange(tx, [everything])
}
