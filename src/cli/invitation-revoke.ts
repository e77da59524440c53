import { revokeInvitation } from '#features/invitations/server/revoke-invitation.ts'
import { inTransaction } from '#platform/database/db.ts'
import { type Command, UsageError } from './command.ts'
import { commandLine, refuseOutdatedSchema, withDatabase } from './database.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const command: Command = {
  summary: 'Revokes an invitation to register.',
  operands: ['ID'],
  options: {},
  help: `
To find the ID, run: invitation list. Accounts that were created with the invitation remain.`,
  async run({ operands: [id = ''] }) {
    if (!uuid.test(id)) throw new UsageError(`“${id}” isn’t the id of an invitation. To find it, run: invitation list`)
    const isRevoked = await withDatabase(async (db) => {
      await refuseOutdatedSchema(db)
      return inTransaction(db, (tx) => revokeInvitation(tx, commandLine, id, new Date()))
    })
    console.log(
      isRevoked
        ? 'The invitation is revoked.'
        : 'Nothing changed: the invitation was already revoked, or never existed.',
    )
    return true
  },
}
