import { removeFactor } from '#features/second-factor/server/switch-factor-off.ts'
import { inTransaction } from '#platform/database/db.ts'
import type { Command } from './command.ts'
import { commandLine, withUser } from './database.ts'

export const command: Command = {
  summary: 'Turns off the second factor of a user who lost their phone and recovery codes.',
  operands: ['NAME'],
  options: {},
  help: `
The user then signs in with only the password. First make sure that the request really
comes from the user: an attacker would ask for the same thing.`,
  async run({ operands: [name = ''] }) {
    await withUser(name, (db, userId) => inTransaction(db, (tx) => removeFactor(tx, commandLine, userId, new Date())))
    console.log(`${name} now signs in with only the password.`)
    return true
  },
}
