import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'
import { release } from '../../start/release.ts'
import { type BackupTable, writeBackup } from './backup-file.ts'
import {
  countRows,
  readTable,
  type StoredTable,
  setPlainFormats,
  storedSequences,
  storedTables,
} from './stored-tables.ts'

/** Shows how many rows have been written. */
export type Progress = { update(rows: number): void; end(): void }

/**
 * Writes a backup of a single snapshot of the database, and returns the number of rows. Before it reads the rows, it
 * calls `begin` with that number. `begin` returns a `Progress`, which shows how many rows have been written.
 */
export async function backUp(
  db: Db,
  write: (chunk: Uint8Array) => Promise<void>,
  begin?: (rows: number) => Progress,
): Promise<number> {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return transaction.execute(async (tx) => {
    await setPlainFormats(tx)
    const tables = await storedTables(tx)
    const tablesWithCounts = await countAll(tx, tables)
    const total = tablesWithCounts.reduce((sum, { rows }) => sum + rows, 0)
    await writeBackup(
      { ...(await readBackupFacts(tx)), tables: tablesWithCounts },
      readAllTables(tx, tables, begin?.(total)),
      write,
    )
    return total
  })
}

async function readBackupFacts(tx: Tx) {
  const server = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(tx)
  const migrations = await sql<{ name: string; checksum: string }>`
    select name, checksum from schema_migrations order by name`.execute(tx)
  return {
    program: release,
    postgres: server.rows[0]?.version ?? '',
    createdAt: new Date().toISOString(),
    migrations: migrations.rows,
    sequences: await storedSequences(tx),
  }
}

async function countAll(tx: Tx, tables: StoredTable[]): Promise<BackupTable[]> {
  const countedTables: BackupTable[] = []
  for (const { name, columns } of tables) {
    countedTables.push({ name, columns: columns.map((column) => column.name), rows: await countRows(tx, name) })
  }
  return countedTables
}

async function* readAllTables(tx: Tx, tables: StoredTable[], progress?: Progress): AsyncGenerator<string[]> {
  let done = 0
  try {
    for (const table of tables) {
      for await (const lines of readTable(tx, table)) {
        yield lines
        done += lines.length
        progress?.update(done)
      }
    }
  } finally {
    progress?.end()
  }
}
