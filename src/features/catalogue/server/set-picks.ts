import { sql } from 'kysely'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'
import { lockPrompts } from './lock-prompts.ts'

/** The cache key of lists of community picks. */
export const picksKey = 'picks'

/**
 * Makes exactly these prompts the community picks. Invalidates lists of picks, and pages that show a changed prompt.
 * Returns how many prompts changed.
 */
export async function setPicks(tx: Tx, ids: string[]): Promise<number> {
  const { rows: outdated } = await sql<{ id: string }>`
    select id from prompts where community_pick and not id = any(${ids})
    union all select id from prompts where id = any(${ids}) and not community_pick`.execute(tx)
  const outdatedIds = outdated.map((row) => row.id)
  await lockPrompts(tx, outdatedIds)
  // Another process may have changed these prompts while this one waited for the lock.
  const { rows } = await sql<{ id: string }>`
    update prompts set community_pick = id = any(${ids})
    where id = any(${outdatedIds}) and community_pick <> (id = any(${ids})) returning id`.execute(tx)
  if (rows.length > 0) await recordContentChange(tx, [...rows.map((row) => row.id), picksKey])
  return rows.length
}
