import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import { type FilterSource, filtersVersion, findImageCategory, readFilters, withTestFilters } from './prompt-filters.ts'
import type { Renewal } from './renew-stored.ts'

/** How many prompts each transaction recomputes. */
const batchRows = 200

type Row = FilterSource & { id: string }

/** Recomputes filters and pictures if an older version of the rules computed them. */
export const filterRenewal: Renewal = { renewSome: renewSomeFilters, isShown: true }

async function renewSomeFilters(tx: Tx): Promise<string[]> {
  const { rows } = await sql<Row>`
    select id, title, content, variables, language, category_id from prompts where filters_version < ${filtersVersion}
    order by filters_version, id limit ${batchRows} for no key update skip locked`.execute(tx)
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
