import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db.ts'
import type { ToolType } from '../rules.ts'

export type ToolCount = { type: ToolType; is_free: boolean; tools: number }

/** The kept counters: at most twelve rows. */
export async function readToolCounts(db: Db): Promise<ToolCount[]> {
  return db.selectFrom('tool_counts').selectAll().execute()
}

/** How many tools there are. */
export async function countTools(db: Db): Promise<number> {
  return (await readToolCounts(db)).reduce((total, { tools }) => total + tools, 0)
}

/** Moves the kept counters by `direction` for tools that came (1) or went (-1), keys always in one order. */
export async function moveToolCounts(
  tx: Tx,
  tools: { type: ToolType; is_free: boolean }[],
  direction: 1 | -1,
): Promise<void> {
  const moves = tools.map(({ type, is_free }) => ({ type, is_free, moved: direction }))
  await sql`
    insert into tool_counts (type, is_free, tools)
    select type, is_free, sum(moved) from jsonb_to_recordset(${JSON.stringify(moves)})
      as m(type text, is_free boolean, moved bigint)
    group by type, is_free order by type, is_free
    on conflict (type, is_free) do update set tools = tool_counts.tools + excluded.tools`.execute(tx)
}
