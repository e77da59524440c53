import { setBanned } from '#features/accounts/server/change-standing.ts'
import { holdVotesOf, releaseVotesOf } from '#features/votes/server/hold-votes.ts'
import { inTransaction } from '#server/platform/db.ts'
import { readSettings } from '#server/settings.ts'
import type { Command } from './command.ts'
import { commandLine, withPerson } from './database.ts'

export const command: Command = {
  summary: 'Bans a person: signed out everywhere, and their votes count no more.',
  operands: ['NAME'],
  options: { undo: { type: 'boolean', default: false } },
  help: `
--undo  lets them sign in again, and their votes count again`,
  async run({ operands: [name = ''], values }) {
    const banned = values.undo !== true
    const rules = { now: new Date(), maturityHours: readSettings(process.env).VOTE_MATURITY_HOURS }
    await withPerson(name, (db, userId) =>
      inTransaction(db, async (tx) => {
        await setBanned(tx, commandLine, userId, banned)
        await (banned ? holdVotesOf(tx, userId, rules.now) : releaseVotesOf(tx, userId, rules))
      }),
    )
    console.log(banned ? `${name} is banned, and signed out everywhere.` : `${name} may sign in again.`)
    return true
  },
}
