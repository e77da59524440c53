import { resetLinkMs } from '#features/accounts/rules.ts'
import { resetLink } from '#features/accounts/server/account-emails.ts'
import { createLink } from '#features/accounts/server/one-time-links.ts'
import { getPersonOrThrow } from '#features/accounts/server/user-queries.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction } from '#platform/database/db.ts'
import { readSettings } from '#server/settings/settings.ts'
import type { Command } from './command.ts'
import { commandLine, withUser } from './database.ts'

export const command: Command = {
  summary: 'Prints a link for choosing a new password.',
  operands: ['NAME'],
  options: {},
  help: `
For sites without email: give the link to the person yourself. It works once, within 30
minutes. Choosing the password signs the person out everywhere, revokes their API tokens,
and removes passkeys and connections that were added before they confirmed their address
(all, if it isn't confirmed). It doesn't remove a second factor: see user
second-factor-off. The link begins with PUBLIC_URL, or with HOST and PORT if PUBLIC_URL
isn't set.`,
  async run({ operands: [name = ''] }) {
    const { PUBLIC_URL, HOST, PORT } = readSettings(process.env)
    const token = await withUser(name, (db, userId) =>
      inTransaction(db, async (tx) => {
        const { email } = await getPersonOrThrow(tx, userId)
        await recordAuditEntry(tx, commandLine, { action: 'account.reset-link', target: { kind: 'user', id: userId } })
        // `byEmail: false`: the link isn't emailed, so using it doesn't confirm the address.
        return createLink(
          tx,
          userId,
          { purpose: 'reset-password', email, lifetimeMs: resetLinkMs, byEmail: false },
          new Date(),
        )
      }),
    )
    console.log(resetLink(PUBLIC_URL ?? `http://${HOST}:${PORT}`, token))
    return true
  },
}
