import { changeRole } from '#features/accounts/server/change-account-status.ts'
import { inTransaction } from '#server/platform/db.ts'
import { type Command, WordsError } from './command.ts'
import { commandLine, withPerson } from './database.ts'

const roles = ['admin', 'moderator', 'user'] as const

export const command: Command = {
  summary: 'Gives a person a role: admin, moderator or user.',
  operands: ['NAME', 'ROLE'],
  options: {},
  help: `
Moderators look after reports and prompts; admins besides after featured prompts, roles,
bans, tools and categories. It counts from the next request on.`,
  async run({ operands: [name = '', said] }) {
    const role = roles.find((known) => known === said)
    if (!role) throw new WordsError(`ROLE is ${roles.join(', ')}, not “${said}”.`)
    await withPerson(name, (db, userId) => inTransaction(db, (tx) => changeRole(tx, commandLine, userId, role)))
    console.log(`${name} is ${role} now.`)
    return true
  },
}
