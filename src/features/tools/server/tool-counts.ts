import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db.ts'
import type { Tool, ToolCount } from '../contract.ts'

/** The stored counters: at most twelve rows. */
export async function readToolCounts(db: Db): Promise<ToolCount[]> {
  return db.selectFrom('toolCounts').selectAll().execute()
}

/** The number of tools. */
export async function countTools(db: Db): Promise<number> {
  return (await readToolCounts(db)).reduce((total, { tools }) => total + tools, 0)
}

/** Changes the counters for added (1) or removed (-1) tools, always in the same order to avoid deadlocks. */
export async function changeToolCounts(
  tx: Tx,
  tools: Pick<Tool, 'type' | 'isFree'>[],
  direction: 1 | -1,
): Promise<void> {
  const changes = tools.map(({ type, isFree }) => ({ type, isFree, change: direction }))
  await sql`
    insert into tool_counts (type, is_free, tools)
    select type, "isFree", sum(change) from jsonb_to_recordset(${JSON.stringify(changes)})
      as m(type text, "isFree" boolean, change bigint)
    group by 1, 2 order by 1, 2
    on conflict (type, is_free) do update set tools = tool_counts.tools + excluded.tools`.execute(tx)
}

/** A counter that disagrees with a recount. `what`: what it counts, such as “free text tools”. */
export type ToolDrift = { what: string; stored: number; counted: number }

/** Recounts the tools. Returns the counters that disagree. */
export async function findToolDrifts(db: Db): Promise<ToolDrift[]> {
  const { rows } = await sql<ToolDrift>`
    with counted as (select type, is_free, count(*) as tools from tools group by type, is_free)
    select concat_ws(' ', case when is_free then 'free' else 'paid' end, type, 'tools') as what,
      coalesce(k.tools, 0) as stored, coalesce(counted.tools, 0) as counted
    from tool_counts k full join counted using (type, is_free)
    where coalesce(k.tools, 0) <> coalesce(counted.tools, 0) order by 1`.execute(db)
  return rows
}
