import { dropFactor } from '#features/second-factor/server/switch-factor-off.ts'
import { inTransaction } from '#server/platform/db.ts'
import type { Command } from './command.ts'
import { commandLine, withUser } from './database.ts'

export const command: Command = {
  summary: 'Turns off the second factor of a user who lost phone and recovery codes.',
  operands: ['NAME'],
  options: {},
  help: `
The password alone lets them in from then on. Make sure first that it is really them who
asks: this is how somebody else would ask, too.`,
  async run({ operands: [name = ''] }) {
    await withUser(name, (db, userId) => inTransaction(db, (tx) => dropFactor(tx, commandLine, userId, new Date())))
    console.log(`${name} signs in by password alone now.`)
    return true
  },
}
