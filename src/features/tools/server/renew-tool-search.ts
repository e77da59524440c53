import { sql } from 'kysely'
import type { Renewal } from '#features/catalogue/server/stored/renew-stored.ts'
import { buildSearchVector, searchVersion } from './tool-rows.ts'

/** The renewal of the tools' search columns: updates those that an older version of the rules computed. */
export const toolSearchRenewal: Renewal = {
  table: 'tools',
  isDue: sql`r.search_version < ${searchVersion}`,
  batchRows: 100,
  // No page shows search columns.
  isShown: false,
  renew: async (tx, ids) => {
    const rows = await tx
      .selectFrom('tools')
      .select(['id', 'name', 'description', 'tags'])
      .where('id', 'in', ids)
      .where('searchVersion', '<', searchVersion)
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id, ...tool } of rows)
      await tx
        .updateTable('tools')
        .set({ search: buildSearchVector(tool), searchVersion })
        .where('id', '=', id)
        .execute()
    return rows.map(({ id }) => id)
  },
}
