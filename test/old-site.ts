import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Connection } from '#server/platform/db.ts'
import { run } from './postgres.ts'

// A site of version 0.1.0 (commit ca97b7e) with 308 imported prompts, 3 that were written there (one of them a draft),
// 3 tools and 20 counted copies. The code of that commit created it on PostgreSQL 15. All its texts are our own.

/** The site as a backup file, which that version's own command `backup` wrote. */
export const oldBackup = join(import.meta.dirname, 'fixtures/site-0.1.backup')

/** Loads the site into an empty database, from a file that pg_dump wrote. */
export async function fillWithOldSite(connection: Connection): Promise<void> {
  const dump = await readFile(join(import.meta.dirname, 'fixtures/site-0.1.sql.gz'))
  await run(connection, gunzipSync(dump).toString('utf8'))
}
