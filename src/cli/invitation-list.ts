import { listInvitations } from '#features/invitations/server/invitation-queries.ts'
import { utcDay } from '#lib/utc-day.ts'
import type { Command } from './command.ts'
import { refuseOutdatedSchema, withDatabase } from './database.ts'

export const command: Command = {
  summary: 'Lists the invitations to register.',
  operands: [],
  options: {},
  help: `
One line per invitation: id, uses so far and allowed (1/5), last day, “works” or “ended”, label.`,
  async run() {
    const invitations = await withDatabase(async (db) => {
      await refuseOutdatedSchema(db)
      return listInvitations(db, new Date())
    })
    for (const { id, uses, usesMax, expiresAt, works, label } of invitations)
      console.log([id, `${uses}/${usesMax}`, utcDay(new Date(expiresAt)), works ? 'works' : 'ended', label].join('\t'))
    return true
  },
}
