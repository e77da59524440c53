import { sql } from 'kysely'
import { translate } from '#lib/texts.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Tool, ToolCount } from '../contract.ts'
import { textsOf } from '../fact-rules.ts'
import { type ToolFact, toolFactNames, valuesByFact } from '../rules.ts'

const keys = ['type' as const, ...toolFactNames]

/** Returns the stored counters, one for each combination of type and facts that some tool has, or once had. */
export async function readToolCounts(db: Db): Promise<ToolCount[]> {
  return db.selectFrom('toolCounts').selectAll().execute()
}

/** Returns how many tools there are. */
export async function countTools(db: Db): Promise<number> {
  return (await readToolCounts(db)).reduce((total, { tools }) => total + tools, 0)
}

/** Changes the counters for added (1) or removed (-1) tools, in a fixed order, which avoids deadlocks. */
export async function changeToolCounts(
  tx: Tx,
  tools: Pick<Tool, 'type' | ToolFact>[],
  direction: 1 | -1,
): Promise<void> {
  if (tools.length === 0) return
  const groups = Map.groupBy(tools, (tool) => JSON.stringify(keys.map((key) => tool[key])))
  const changes = [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group)
  const rows = changes.flatMap(([tool, ...others]) =>
    tool ? { type: tool.type, ...valuesByFact((fact) => tool[fact]), tools: direction * (1 + others.length) } : [],
  )
  await tx
    .insertInto('toolCounts')
    .values(rows)
    .onConflict((conflict) => conflict.columns(keys).doUpdateSet({ tools: sql`tool_counts.tools + excluded.tools` }))
    .execute()
}

/** A counter that differs from a recount. `what` says what it counts, such as “free not fully free text tools”. */
export type ToolDrift = { what: string; stored: number; counted: number }

/** Recounts the tools, and returns the counters that differ. */
export async function findToolDrifts(db: Db): Promise<ToolDrift[]> {
  const columns = sql.join(keys.map((key) => sql.id(key)))
  const words = toolFactNames.map((fact) => {
    const { yes, no } = textsOf(fact).adjective
    return sql`case when ${sql.id(fact)} then ${sql.lit(translate(yes))} else ${sql.lit(translate(no))} end`
  })
  const { rows } = await sql<ToolDrift>`
    with counted as (select ${columns}, count(*) as tools from tools group by ${columns})
    select concat_ws(' ', ${sql.join(words)}, type, 'tools') as what,
      coalesce(k.tools, 0) as stored, coalesce(counted.tools, 0) as counted
    from tool_counts k full join counted using (${columns})
    where coalesce(k.tools, 0) <> coalesce(counted.tools, 0) order by 1`.execute(db)
  return rows
}
