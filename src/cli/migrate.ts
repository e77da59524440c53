import { migrate } from '#server/database/migrations.ts'
import type { Command } from './command.ts'
import { withDirectDatabase } from './database.ts'

export const command: Command = {
  summary: 'Migrates the database to the schema of this version.',
  operands: [],
  options: {},
  help: 'The server does the same when it starts. Running this command again is harmless.',
  async run() {
    const applied = await withDirectDatabase(migrate)
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
    return true
  },
}
