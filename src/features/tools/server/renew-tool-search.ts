import { type Db, inTransaction } from '#server/platform/db.ts'
import { searchVector, searchVersion } from './tool-rows.ts'

/** Tools per transaction. */
const batchRows = 100

/** Renews the search columns of tools that older rules made; returns of how many. Several processes may run it at once. */
export async function renewToolSearch(db: Db): Promise<number> {
  let renewed = 0
  for (;;) {
    const count = await renewSome(db)
    if (count === 0) return renewed
    renewed += count
  }
}

function renewSome(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
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
        .set({ search: searchVector(tool), searchVersion })
        .where('id', '=', id)
        .execute()
    return rows.length
  })
}
