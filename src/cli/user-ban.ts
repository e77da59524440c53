import { setBanned } from '#features/accounts/server/change-account-status.ts'
import { endClaimsOf } from '#features/claims/server/release-claim.ts'
import { applyBanToSomeVotes } from '#features/votes/server/hold-votes.ts'
import { inTransaction } from '#platform/database/db.ts'
import { hooks } from '#server/hooks.ts'
import { readSettings } from '#server/settings/settings.ts'
import type { Command } from './command.ts'
import { commandLine, withUser } from './database.ts'

export const command: Command = {
  summary: 'Bans a user: ends their sessions, API tokens, private feed and claims, and stops counting their votes.',
  operands: ['NAME'],
  options: { undo: { type: 'boolean', default: false } },
  help: `
--undo  lets the user sign in again, and counts their votes again`,
  async run({ operands: [name = ''], values }) {
    const isBanned = values.undo !== true
    // `maturityHours`: how old an account must be before its votes count. It applies when a ban is lifted.
    const rules = { now: new Date(), maturityHours: readSettings(process.env).VOTE_MATURITY_HOURS }
    await withUser(name, async (db, userId) => {
      await inTransaction(db, async (tx) => {
        await setBanned(tx, hooks, commandLine, { userId, banned: isBanned })
        if (isBanned) await endClaimsOf(tx, userId)
      })
      // Each call changes a limited number of votes, until none is left to change.
      while (await applyBanToSomeVotes(db, userId, rules));
    })
    console.log(isBanned ? `${name} is banned, and signed out everywhere.` : `${name} can sign in again.`)
    return true
  },
}
