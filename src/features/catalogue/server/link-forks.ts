import { sql } from 'kysely'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'

/** Stores which prompt each fork was made from. A fork stays unlinked if that prompt isn't in the catalogue. */
export async function linkForks(tx: Tx, forks: { id: string; forkOf: string }[]): Promise<void> {
  if (forks.length === 0) return
  const { rows } = await sql<{ forkOf: string }>`
    update prompts p set fork_of = origin.id
    from jsonb_to_recordset(${JSON.stringify(forks)}) as fork(id uuid, "forkOf" uuid)
    join prompts origin on origin.id = fork."forkOf"
    where p.id = fork.id
    returning p.fork_of`.execute(tx)
  if (rows.length > 0)
    await recordContentChange(
      tx,
      rows.map(({ forkOf }) => forkOf),
    )
}
