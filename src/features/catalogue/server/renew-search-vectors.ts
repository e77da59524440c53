import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import type { Renewal } from './renew-stored.ts'
import { searchVectors, searchVersion } from './search-vectors.ts'

/** How many prompts each transaction recomputes. */
const batchRows = 100

type Row = Parameters<typeof searchVectors>[0] & { id: string }

/** Recomputes `searchHead` and `searchText` if an older version of the rules computed them. No page shows them. */
export const searchRenewal: Renewal = { renewSome: renewSomeVectors, isShown: false }

async function renewSomeVectors(tx: Tx): Promise<string[]> {
  const { rows } = await sql<Row>`
    select id, title, description, content, variables, tags, language from prompts
    where search_version < ${sql.lit(searchVersion)}
    order by search_version, id limit ${batchRows} for update skip locked`.execute(tx)
  for (const row of rows) {
    const { head, text } = searchVectors(row)
    await tx
      .updateTable('prompts')
      .set({ searchHead: head, searchText: text, searchVersion })
      .where('id', '=', row.id)
      .execute()
  }
  return rows.map(({ id }) => id)
}
