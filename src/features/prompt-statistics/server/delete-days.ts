import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db.ts'
import { earlierYears } from '../rules.ts'

/** How many rows one statement deletes: few enough to be fast. */
const batchSize = 5_000

/** Deletes the counts of all of a member's prompts when the account is deleted, even of prompts that aren't deleted. */
export async function deleteStatisticsOf(tx: Tx, userId: string): Promise<void> {
  const rows = sql`select d.ctid from prompt_days d join prompts p on p.id = d.prompt_id where p.user_id = ${userId}`
  while ((await deleteBatch(tx, rows)) === batchSize);
}

/** Deletes the counts of years that are no longer shown. */
export async function deleteOldDays(db: Db, now: Date): Promise<void> {
  const first = `${now.getUTCFullYear() - earlierYears}-01-01`
  while ((await deleteBatch(db, sql`select d.ctid from prompt_days d where d.day < ${first}`)) === batchSize);
}

async function deleteBatch(db: Db, rows: ReturnType<typeof sql>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from prompt_days where ctid = any (array(${rows} limit ${batchSize}))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
