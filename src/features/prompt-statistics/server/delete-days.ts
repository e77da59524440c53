import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db.ts'
import { earlierYears } from '../rules.ts'

/** Rows per statement, so that none takes long. */
const rowsAtOnce = 5_000

/** Deletes the counts of a member's prompts, whose account is deleted. The prompts may stay, the counts were the author's. */
export async function deleteStatisticsOf(tx: Tx, userId: string): Promise<void> {
  const some = sql`select d.ctid from prompt_days d join prompts p on p.id = d.prompt_id where p.user_id = ${userId}`
  while ((await deleteSome(tx, some)) === rowsAtOnce);
}

/** Deletes the counts of years that are no longer shown, whole years at once. */
export async function deleteOldDays(db: Db, now: Date): Promise<void> {
  const first = `${now.getUTCFullYear() - earlierYears}-01-01`
  while ((await deleteSome(db, sql`select d.ctid from prompt_days d where d.day < ${first}`)) === rowsAtOnce);
}

async function deleteSome(db: Db, some: ReturnType<typeof sql>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from prompt_days where ctid = any (array(${some} limit ${rowsAtOnce}))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
