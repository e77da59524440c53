import { sql } from 'kysely'
import type { Renewal } from '#features/catalogue/server/stored/renew-stored.ts'
import { searchColumnsOf, searchVersion } from './search-collections.ts'

/** The renewal of the collections' search columns: updates those that an older version of the rules computed. */
export const collectionSearchRenewal: Renewal = {
  table: 'collections',
  isDue: sql`r.search_version < ${searchVersion}`,
  batchRows: 100,
  // No page shows search columns.
  isShown: false,
  renew: async (tx, ids) => {
    const rows = await tx
      .selectFrom('collections')
      .select(['id', 'title', 'description'])
      .where('id', 'in', ids)
      .where('searchVersion', '<', searchVersion)
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id, ...texts } of rows)
      await tx.updateTable('collections').set(searchColumnsOf(texts)).where('id', '=', id).execute()
    return rows.map(({ id }) => id)
  },
}
