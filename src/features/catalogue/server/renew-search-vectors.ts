import { sql } from 'kysely'
import type { Tx } from '#platform/db.ts'
import type { Renewal } from './renew-stored.ts'
import { searchVectors, searchVersion } from './search-vectors.ts'

const isDue = sql`r.search_version < ${sql.lit(searchVersion)}`

type Row = Parameters<typeof searchVectors>[0] & { id: string }

/** Recomputes `searchHead` and `searchText` if an older version of the rules computed them. No page shows them. */
export const searchRenewal: Renewal = {
  table: 'prompts',
  isDue,
  batchRows: 100,
  renew: renewVectors,
  isShown: false,
}

async function renewVectors(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<Row>`
    select r.id, r.title, r.description, r.content, r.variables, r.tags, r.language from prompts r
    where r.id = any(${ids}) and ${isDue} for update skip locked`.execute(tx)
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
