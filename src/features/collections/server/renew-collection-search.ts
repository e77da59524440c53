import type { Renewal } from '#features/catalogue/server/renew-stored.ts'
import { searchColumnsOf, searchVersion } from './search-collections.ts'

/** How many collections one transaction renews. */
const batchRows = 100

/** The renewal of the collections' search columns: updates those that an older version of the rules computed. */
export const collectionSearchRenewal: Renewal = {
  // No page shows search columns.
  isShown: false,
  renewSome: async (tx) => {
    const rows = await tx
      .selectFrom('collections')
      .select(['id', 'title', 'description'])
      .where('searchVersion', '<', searchVersion)
      .orderBy('id')
      .limit(batchRows)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id, ...texts } of rows)
      await tx.updateTable('collections').set(searchColumnsOf(texts)).where('id', '=', id).execute()
    return rows.map(({ id }) => id)
  },
}
