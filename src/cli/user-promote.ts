import { changeRole } from '#features/accounts/server/change-account-status.ts'
import { inTransaction } from '#platform/database/db.ts'
import { type Command, UsageError } from './command.ts'
import { commandLine, withUser } from './database.ts'

const roles = ['admin', 'moderator', 'user'] as const

export const command: Command = {
  summary: 'Gives a user a role: admin, moderator or user.',
  operands: ['NAME', 'ROLE'],
  options: {},
  help: `
Moderators manage prompts, examples, comments, collections, profiles, reports and claims;
admins also manage featured prompts, roles, bans, tools, categories, messages and invitations.
The role applies from the user's next request.`,
  async run({ operands: [name = '', roleName] }) {
    const role = roles.find((known) => known === roleName)
    if (!role) throw new UsageError(`ROLE must be admin, moderator or user, not “${roleName}”.`)
    await withUser(name, (db, userId) => inTransaction(db, (tx) => changeRole(tx, commandLine, userId, role)))
    console.log(`${name} now has the role ${role}.`)
    return true
  },
}
