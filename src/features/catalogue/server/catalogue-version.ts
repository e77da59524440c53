import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db.ts'

/** Says, in the writing transaction, that public content changed: every process drops its cached pages. */
export async function raiseCatalogueVersion(tx: Tx): Promise<void> {
  await sql`update catalogue_version set version = version + 1`.execute(tx)
}

/** The present version; cheap enough to be asked each second. */
export async function readCatalogueVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from catalogue_version`.execute(db)
  return rows[0]?.version ?? 0
}
