import { InvitationDraft } from '#features/invitations/contract.ts'
import { invitationPath } from '#features/invitations/rules.ts'
import { createInvitation } from '#features/invitations/server/create-invitation.ts'
import { utcDay } from '#lib/utc-day.ts'
import { inTransaction } from '#platform/database/db.ts'
import { readSettings } from '#server/settings/settings.ts'
import { type Command, type CommandArguments, UsageError } from './command.ts'
import { commandLine, withMigratedDatabase } from './database.ts'

export const command: Command = {
  summary: 'Creates a link with which people can register, and prints it.',
  operands: ['LABEL'],
  options: { uses: { type: 'string', default: '1' }, days: { type: 'string', default: '7' } },
  help: `
LABEL says who the link is for. Only admins see it.

--uses N    how many people can register with the link, up to 1000 (default: 1)
--days N    for how many days the link works, up to 90 (default: 7)

The link is printed once, with nothing else on standard output. Anyone who has it can register
while REGISTRATION is "invite". Admins see and revoke invitations at /admin/invitations.`,
  async run(args) {
    const draft = parseDraft(args)
    const { PUBLIC_URL, HOST, PORT } = readSettings(process.env)
    const { token, invitation } = await withMigratedDatabase((db) =>
      inTransaction(db, (tx) => createInvitation(tx, commandLine, draft, new Date())),
    )
    console.error(`The link is valid until ${utcDay(new Date(invitation.expiresAt))}.`)
    console.log(`${PUBLIC_URL ?? `http://${HOST}:${PORT}`}${invitationPath(token)}`)
    return true
  },
}

function parseDraft({ values, operands: [label = ''] }: CommandArguments): InvitationDraft {
  const result = InvitationDraft.safeParse({ label, uses: Number(values.uses), days: Number(values.days) })
  if (result.success) return result.data
  const lines = result.error.issues.map(
    ({ path: [name], message }) => `${name === 'label' ? 'LABEL' : `--${String(name)}`}: ${message}`,
  )
  throw new UsageError(lines.join(' '))
}
