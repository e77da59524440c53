import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Connection } from '#platform/database/db.ts'
import { run } from './postgres.ts'

// Tests of upgrades begin with a site of version 0.1.0 (commit ca97b7e). It has 308 imported prompts, 3 written on the
// site (one of them a draft), 3 tools and 20 counted copies. The code of that commit created it on PostgreSQL 15. All
// its texts are our own.

/** The path of a backup of the site, written by the command `backup` of version 0.1.0. */
export const oldBackup = join(import.meta.dirname, 'fixtures/site-0.1.backup')

/** Loads the site into an empty database, from a file that pg_dump wrote. */
export async function fillWithOldSite(connection: Connection): Promise<void> {
  const dump = await readFile(join(import.meta.dirname, 'fixtures/site-0.1.sql.gz'))
  await run(connection, gunzipSync(dump).toString('utf8'))
}
