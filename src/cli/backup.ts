import { backUp } from './backup-database.ts'
import type { Command } from './command.ts'
import { refuseOutdatedSchema, withDatabase } from './database.ts'
import { writeAtomically } from './write-atomically.ts'

export const command: Command = {
  summary: 'Writes the whole database to a file.',
  operands: ['FILE'],
  options: {},
  help: `
FILE holds all tables as of one moment, compressed (gzip), with a checksum. The server
may keep running. FILE appears when it is complete, never in part.
It contains personal data, so only its owner may read it (mode 600).
With a pipe or >, set the mode yourself: run umask 077 first.

Members' pictures aren't in it: copy the folder pictures of DATA_DIR, or the bucket, after it.

Use restore to load it again, into PostgreSQL 15 or newer.`,
  async run(args) {
    const [file = ''] = args.operands
    const rows = await withDatabase(async (db) => {
      await refuseOutdatedSchema(db)
      return writeAtomically(file, (write) => backUp(db, write), { secret: true })
    })
    console.error(`${file}: ${rows} rows.`)
    return true
  },
}
