import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import { recordContentChange } from './content-changes.ts'
import { lockPrompts } from './lock-prompts.ts'

/** The key of lists that hold community picks alone. */
export const picksKey = 'picks'

/**
 * Makes exactly these prompts the community's picks. Pages that show one whose flag changed are dropped, and lists of
 * picks; where nothing changed nothing is. Answers how many flags changed.
 */
export async function setPicks(tx: Tx, ids: string[]): Promise<number> {
  const { rows: wrong } = await sql<{ id: string }>`
    select id from prompts where community_pick and not id = any(${ids})
    union all select id from prompts where id = any(${ids}) and not community_pick`.execute(tx)
  const wrongIds = wrong.map((row) => row.id)
  await lockPrompts(tx, wrongIds)
  // Another process may have done it while we waited for the rows.
  const { rows } = await sql<{ id: string }>`
    update prompts set community_pick = id = any(${ids})
    where id = any(${wrongIds}) and community_pick <> (id = any(${ids})) returning id`.execute(tx)
  if (rows.length > 0) await recordContentChange(tx, [...rows.map((row) => row.id), picksKey])
  return rows.length
}
