import { createDemoMembers, findDemoMemberIds } from '#features/accounts/server/demo-members.ts'
import { eraseAccount } from '#features/accounts/server/erase-account.ts'
import { listPrompts } from '#features/catalogue/server/prompt-queries.ts'
import { applyTallies } from '#features/catalogue/server/vote-tallies.ts'
import { savePrompt } from '#features/favorites/server/save-prompt.ts'
import { castVote } from '#features/votes/server/cast-vote.ts'
import { addDemoCopies, removeDemoCopies } from '#features/worksheet/server/demo-copies.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, inTransaction } from '#platform/db.ts'
import { hooks } from '#server/hooks.ts'
import { isLocal, readSettings } from '#server/settings/settings.ts'
import { StartError } from '#server/start/start-error.ts'
import type { Command } from './command.ts'
import { commandLine, refuseOutdatedSchema, withDatabase } from './database.ts'
import { planDemo } from './demo-plan.ts'
import { showProgress } from './progress.ts'

/** How many demo members are added. */
const memberCount = 24
/** Up to this many of the newest prompts get demo votes, saves and copies. */
const promptsMax = 100

export const command: Command = {
  summary: 'Fills the site with made-up members, votes, saves and copies, for demonstrations.',
  operands: [],
  options: { remove: { type: 'boolean', default: false }, yes: { type: 'boolean', default: false } },
  help: `
--remove  removes all demo members, votes, saves and copies
--yes     adds them even if PUBLIC_URL or HOST makes the site public

The members are named demo-member-01 and so on, and nobody can sign in as them. This
command never runs automatically.`,
  async run({ values }) {
    if (values.remove === true) {
      const removed = await withDatabase(removeDemo)
      console.log(`Removed: ${removed.members} demo members with their votes and saves, ${removed.copies} copies.`)
      return true
    }
    if (!isLocal(readSettings(process.env)) && values.yes !== true)
      throw new StartError('This site is public: real people would read made-up numbers. Add --yes to go ahead anyway.')
    const added = await withDatabase(addDemo)
    console.log(
      added
        ? `${memberCount} demo members, ${added.votes} votes, ${added.saves} saves, ${added.copies} copies. Remove them with demo --remove.`
        : 'The demo members exist already. Remove them with demo --remove.',
    )
    return true
  },
}

/**
 * Adds the members and copies directly, and the votes and saves with the same functions as the API. Returns null if the
 * demo already exists.
 */
async function addDemo(db: Db) {
  await refuseOutdatedSchema(db)
  const now = new Date()
  const { items } = await listPrompts(db, 'newest', {}, { limit: promptsMax })
  if (items.length === 0) throw new StartError('There are no prompts to vote on. Import some first.')
  if ((await findDemoMemberIds(db)).length > 0) return null
  const demoMembers = await inTransaction(db, async (tx) => {
    await recordAuditEntry(tx, commandLine, { action: 'demo.add' })
    return createDemoMembers(tx, memberCount, now)
  })
  const ids = items.map(({ id }) => id)
  const { votes, saves, copies } = planDemo(ids, demoMembers.length)
  const progress = showProgress(votes.length + saves.length, 'votes and saves')
  let done = 0
  for (const { member, promptId, value } of votes) {
    const actor = demoMembers[member]
    if (actor) await castVote(db, actor, { promptId, value }, { now, maturityHours: 0 })
    progress.update(++done)
  }
  for (const { member, promptId } of saves) {
    const actor = demoMembers[member]
    if (actor) await savePrompt(db, actor, promptId, now)
    progress.update(++done)
  }
  progress.end()
  await inTransaction(db, (tx) => addDemoCopies(tx, copies, now))
  await applyTallies(db, now)
  return {
    votes: votes.length,
    saves: saves.length,
    copies: copies.reduce((sum, { count }) => sum + count, 0),
  }
}

async function removeDemo(db: Db) {
  await refuseOutdatedSchema(db)
  const ids = await findDemoMemberIds(db)
  for (const id of ids) await inTransaction(db, (tx) => eraseAccount(tx, hooks, id, { prompts: 'delete' }))
  const copies = await inTransaction(db, async (tx) => {
    await recordAuditEntry(tx, commandLine, { action: 'demo.remove' })
    return removeDemoCopies(tx, new Date())
  })
  await applyTallies(db, new Date())
  return { members: ids.length, copies }
}
