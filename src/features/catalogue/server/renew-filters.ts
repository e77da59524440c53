import { sql } from 'kysely'
import type { Tx } from '#platform/db.ts'
import { type FilterSource, filtersVersion, findImageCategory, readFilters, withTestFilters } from './prompt-filters.ts'
import type { Renewal } from './renew-stored.ts'

const isDue = sql`r.filters_version < ${filtersVersion}`

type Row = FilterSource & { id: string }

/** Recomputes filters and pictures if an older version of the rules computed them. */
export const filterRenewal: Renewal = {
  table: 'prompts',
  isDue,
  batchRows: 200,
  renew: renewFilters,
  isShown: true,
}

async function renewFilters(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<Row>`
    select r.id, r.title, r.content, r.variables, r.language, r.category_id from prompts r
    where r.id = any(${ids}) and ${isDue} for no key update skip locked`.execute(tx)
  if (rows.length === 0) return []
  const imageCategoryId = await findImageCategory(tx)
  for (const row of rows) {
    const { filters, picture } = readFilters(row, imageCategoryId)
    await tx
      .updateTable('prompts')
      .set({ filters: withTestFilters(filters), picture, filtersVersion })
      .where('id', '=', row.id)
      .execute()
  }
  return rows.map(({ id }) => id)
}
