import { createDemoMembers, findDemoMemberIds } from '#features/accounts/server/demo-members.ts'
import { eraseAccount } from '#features/accounts/server/erase-account.ts'
import { listPrompts } from '#features/catalogue/server/prompt-queries.ts'
import { applyTallies } from '#features/catalogue/server/vote-tallies.ts'
import { savePrompt } from '#features/favorites/server/save-prompt.ts'
import { castVote } from '#features/votes/server/cast-vote.ts'
import { addDemoCopies, removeDemoCopies } from '#features/worksheet/server/demo-copies.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { hooks } from '#server/hooks.ts'
import { isLocal, readSettings } from '#server/settings/settings.ts'
import { StartError } from '#server/start/start-error.ts'
import type { Command } from './command.ts'
import { commandLine, refuseOutdatedSchema, withDatabase } from './database.ts'
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

/** `member` is the index of a demo member. */
type MemberAndPrompt = { member: number; promptId: string }

type Plan = {
  votes: (MemberAndPrompt & { value: 1 | -1 })[]
  saves: MemberAndPrompt[]
  copies: { promptId: string; count: number }[]
}

/**
 * Plans the votes and saves of each demo member, and the copies of each prompt. The plan is always the same for the
 * same prompts. As on real sites, some prompts get many copies and votes, and some get none.
 */
function planDemo(promptIds: string[], memberCount: number): Plan {
  const plan: Plan = { votes: [], saves: [], copies: [] }
  const random = createRandom(20_261_120)
  for (const promptId of promptIds) {
    const popularity = random() ** 2
    const approval = 0.55 + 0.45 * random()
    for (let member = 0; member < memberCount; member++) {
      if (random() < popularity * 0.7) plan.votes.push({ member, promptId, value: random() < approval ? 1 : -1 })
      if (random() < popularity * approval * 0.3) plan.saves.push({ member, promptId })
    }
    const count = Math.round(popularity * approval * 60)
    if (count > 0) plan.copies.push({ promptId, count })
  }
  return plan
}

/** Creates a seeded random generator (mulberry32). It returns numbers from 0 to below 1. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
