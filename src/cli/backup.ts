import { isRecipient } from '#server/backup/encryption.ts'
import { writeBackupFile } from '#server/backup/nightly-backups.ts'
import { StartError } from '#server/start-error.ts'
import type { Command } from './command.ts'
import { refuseOutdatedSchema, withDirectDatabase } from './database.ts'
import { showProgress } from './progress.ts'

export const command: Command = {
  summary: 'Writes the whole database to a file.',
  operands: ['FILE'],
  options: { recipient: { type: 'string' } },
  help: `
FILE holds all tables as of one moment, compressed (gzip), with a checksum. The server
may keep running. FILE appears when it is complete, never in part.
It contains personal data, so only its owner may read it (mode 600).
With a pipe or >, set the mode yourself: run umask 077 first.

Members' pictures aren't in it: copy the folder pictures of DATA_DIR, or the bucket, after it.

Use restore to load it again, into PostgreSQL 15 or newer.

  --recipient KEY  encrypts it for a public key of age (age1...), which age-keygen makes.`,
  async run(args) {
    const [file = ''] = args.operands
    const { recipient } = args.values as { recipient?: string }
    if (recipient !== undefined && !isRecipient(recipient))
      throw new StartError('--recipient takes a public key of age: age1 and 58 more characters.')
    const rows = await withDirectDatabase(async (db) => {
      await refuseOutdatedSchema(db)
      return writeBackupFile(db, file, recipient, (total) => showProgress(total, 'rows'))
    })
    console.error(`${file}: ${rows} rows.`)
    return true
  },
}
