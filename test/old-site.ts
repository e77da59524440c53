import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Connection } from '#server/platform/db.ts'
import { run } from './postgres.ts'

// A site of version 0.1.0 (commit ca97b7e): 308 imported prompts, 3 written ones including a draft, 3 tools, 20 counted
// copies. Created by that commit's code on PostgreSQL 15; all texts are our own.

/** The site as a file that its own `backup` wrote. */
export const oldBackup = join(import.meta.dirname, 'fixtures/site-0.1.backup')

/** Loads the site's database, a file of pg_dump, into an empty one. */
export async function fillWithOldSite(connection: Connection): Promise<void> {
  const dump = await readFile(join(import.meta.dirname, 'fixtures/site-0.1.sql.gz'))
  await run(connection, gunzipSync(dump).toString('utf8'))
}
