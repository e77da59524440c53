import { isRecipient } from '#server/database/backup/encryption.ts'
import { writeBackupFile } from '#server/database/backup/nightly-backups.ts'
import { StartError } from '#server/start/start-error.ts'
import type { Command } from './command.ts'
import { refuseOutdatedSchema, withDirectDatabase } from './database.ts'
import { showProgress } from './progress.ts'

export const command: Command = {
  summary: 'Writes the whole database to a file.',
  operands: ['FILE'],
  options: { recipient: { type: 'string' } },
  help: `
FILE contains all tables at one moment, compressed (gzip), with a checksum. The server
can keep running. FILE appears only when it is complete.
FILE contains personal data, so only its owner may read it (mode 600).
If FILE is a pipe or /dev/stdout, your shell sets the mode, so run umask 077 first.

FILE doesn't include members' pictures. After the backup, copy the folder “pictures” in DATA_DIR,
or the bucket S3_BUCKET if the site has one.

To load FILE into PostgreSQL 15 or newer, use restore.

  --recipient KEY  encrypts FILE with a public key of the program age (age1...),
                   created by age-keygen.`,
  async run(args) {
    const [file = ''] = args.operands
    const { recipient } = args.values as { recipient?: string }
    if (recipient !== undefined && !isRecipient(recipient))
      throw new StartError('--recipient takes a public key of age, copied exactly: age1 and 58 more characters.')
    const rows = await withDirectDatabase(async (db) => {
      await refuseOutdatedSchema(db)
      return writeBackupFile(db, file, recipient, (total) => showProgress(total, 'rows'))
    })
    console.error(`${file}: ${rows} rows.`)
    return true
  },
}
