import type { Renewal } from '#features/catalogue/server/renew-stored.ts'
import { buildSearchVector, searchVersion } from './tool-rows.ts'

/** How many tools one transaction renews. */
const batchRows = 100

/** The renewal of the tools' search columns: updates those that an older version of the rules computed. */
export const toolSearchRenewal: Renewal = {
  // No page shows search columns.
  isShown: false,
  renewSome: async (tx) => {
    const rows = await tx
      .selectFrom('tools')
      .select(['id', 'name', 'description', 'tags'])
      .where('searchVersion', '<', searchVersion)
      .orderBy('id')
      .limit(batchRows)
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
