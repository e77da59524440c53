import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setBanned } from '#features/accounts/server/change-account-status.ts'
import { findDrifts } from '#features/catalogue/server/stored/recount-queries.ts'
import { applyTallies } from '#features/catalogue/server/vote-tallies.ts'
import { inTransaction } from '#platform/database/db.ts'
import { hooks } from '#server/hooks.ts'
import { urlOf } from '#test/cli.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { applyBanToSomeVotes, deleteVotesOf } from './hold-votes.ts'
import { releaseMatureVotes } from './release-votes.ts'
import { findVoteDrifts } from './vote-queries.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

/** Starts a process that casts `options.votes` random votes, and waits until it begins to vote. */
async function startVoting(options: object) {
  const connection = urlOf(testSite.connection)
  const child = spawn(process.execPath, ['test/voting-process.ts', JSON.stringify({ connection, ...options })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit').then(([code, signal]) => code ?? signal)
  await Promise.race([once(child.stdout, 'data'), exit])
  return { ended: exit, kill: () => child.kill('SIGKILL') }
}

it('property: stored tallies equal a recount after random votes by three processes, one of them killed, with concurrent bans and vote deletions', async () => {
  const users = await Promise.all(Array.from({ length: 30 }, (_, n) => testSite.addUser(`random${n}`)))
  const [banned = '', leaving = ''] = users
  const author = await testSite.addUser('author')
  const prompts = (await Promise.all(Array.from({ length: 5 }, () => testSite.addPrompt({ userId: author })))).map(
    ({ id }) => id,
  )
  const seed = Date.now() % 1_000_000
  const voting = await Promise.all([0, 1, 2].map((n) => startVoting({ seed: seed + n, votes: 500, users, prompts })))
  let isOver = false
  /** Bans one of the users or ends the ban, and applies this to all their votes. */
  const ban = async (isBanned: boolean) => {
    await inTransaction(testSite.db, (tx) =>
      setBanned(tx, hooks, { kind: 'system', name: 'test' }, { userId: banned, banned: isBanned }),
    )
    while (await applyBanToSomeVotes(testSite.db, banned, { now: new Date(), maturityHours: 0 }));
  }
  const bansAndDeletions = (async () => {
    for (let round = 0; !isOver; round++) {
      await ban(round % 2 === 0)
      await inTransaction(testSite.db, (tx) => deleteVotesOf(tx, leaving))
      await releaseMatureVotes(testSite.db, new Date())
      await applyTallies(testSite.db, new Date())
    }
  })()
  setTimeout(() => voting[2]?.kill(), 200)
  const codes = await Promise.all(voting.map(({ ended }) => ended))
  isOver = true
  await bansAndDeletions
  expect([codes.slice(0, 2), await findVoteDrifts(testSite.db)], `seed ${seed}`).toEqual([[0, 0], []])
  await applyTallies(testSite.db, new Date())
  expect(await testSite.db.selectFrom('voteTallies').select('up').where('changed', '=', true).execute()).toEqual([])
  expect([...(await findVoteDrifts(testSite.db)), ...(await findDrifts(testSite.db))], `seed ${seed}`).toEqual([])
})
