import { openDatabase } from '#server/database.ts'
import { refuseUnsuitable } from '#server/database-fitness.ts'
import { findForeign, readMigrations } from '#server/migrations.ts'
import { readSettings } from '#server/settings.ts'
import { StartError } from '#server/start-error.ts'
import { type BackupHeader, readHeader, refuseDamagedFile } from './backup-file.ts'
import type { Command } from './command.ts'
import { refuseOtherConnections, restoreDatabase, updateStatistics } from './restore-database.ts'

export const command: Command = {
  summary: 'Restores the database from a backup.',
  operands: ['FILE'],
  options: { replace: { type: 'boolean', default: false } },
  help: `
Restores into an empty database or an unused site: no accounts, and no content but the
unchanged starter catalogue. Stop the server first.
All or nothing: a restore that ends early leaves the database as it was. A file that
differs in any byte from what backup wrote is refused. A backup of an older version is
upgraded to this one.

  --replace  overwrites what is in the database.`,
  async run(args) {
    const [file = ''] = args.operands
    const replace = args.values.replace === true
    await refuseDamagedFile(file)
    const header = await readHeader(file)
    await refuseNewer(file, header)
    const database = await openDatabase(readSettings(process.env), {
      // No other process may use the database. With one connection, since a second one would count as another process.
      purpose: 'server',
      log: (line) => console.error(line),
      max: 1,
    })
    try {
      await refuseUnsuitable(database.db, { pending: true })
      await refuseOtherConnections(database.db)
      const rows = await restoreDatabase(database.db, { file, header, replace })
      await updateStatistics(database.db)
      console.log(`${file}: ${rows} rows restored, as of ${header.createdAt}.`)
    } finally {
      await database.close()
    }
    return true
  },
}

async function refuseNewer(file: string, { migrations }: BackupHeader): Promise<void> {
  const foreign = findForeign(migrations, await readMigrations())
  if (foreign?.isNewer)
    throw new StartError(
      `${file} was made by a newer Promptarium (it contains ${foreign.name}). Restore it with that version.`,
    )
  if (foreign)
    throw new StartError(
      `${file} can't be restored: db/migrations/${foreign.name} differs from the one it was made with.`,
    )
}
