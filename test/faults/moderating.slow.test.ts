import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDrifts } from '#features/catalogue/server/stored/recount-queries.ts'
import { findVoteDrifts } from '#features/votes/server/vote-queries.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { failEverywhere } from './fail-everywhere.ts'
import { faultyPostWriteCheck, installFaults } from './faults.ts'

let testSite: TestSite
let admin: string
let reporter: string
let memberCount = 0
let uninstallFaults: () => void
beforeAll(async () => {
  uninstallFaults = installFaults()
  testSite = await createTestSite({ site: { afterWrite: faultyPostWriteCheck } })
  admin = await testSite.addUser('root', 'admin')
  // The admin signs in here, so that the sign-in isn't one of the calls that fail.
  await testSite.headersOf(admin)
  reporter = await testSite.addUser('reporter')
})
afterAll(async () => {
  await testSite.close()
  uninstallFaults()
})

/** Checks that the stored counters agree with a recount. */
const checkInvariants = async () => {
  expect(await findDrifts(testSite.db)).toEqual([])
  expect(await findVoteDrifts(testSite.db)).toEqual([])
}

const readPrompt = (id: string) =>
  testSite.db.selectFrom('prompts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const countUpVotes = async (id: string) => {
  const tally = await testSite.db.selectFrom('voteTallies').select('up').where('promptId', '=', id).executeTakeFirst()
  return tally?.up ?? 0
}
const listActions = async (id: string) => {
  const entries = await testSite.db.selectFrom('auditLog').select('action').where('targetId', '=', id).execute()
  return entries.map(({ action }) => action).sort()
}

/** Creates an author with two published prompts, one of which was reported, and with a vote on another prompt. */
async function createSituation() {
  const author = await testSite.addUser(`author${++memberCount}`)
  const [promptId = '', second = ''] = await testSite.addPrompts(2, { userId: author })
  const [other = ''] = await testSite.addPrompts(1)
  await testSite.request('/api/votes', { method: 'POST', as: author, json: { promptId: other, value: 1 } })
  await testSite.request('/api/reports', { method: 'POST', as: reporter, json: { promptId, reason: 'spam' } })
  const { id: caseId } = await testSite.db
    .selectFrom('reportCases')
    .select('id')
    .where('promptId', '=', promptId)
    .executeTakeFirstOrThrow()
  return { author, promptId, second, other, caseId }
}

describe('with any single failure', () => {
  it('during a ban that undoes the user’s actions, everything is done or nothing changes', async () => {
    const ban = ({ author }: { author: string }) =>
      testSite.request(`/api/admin/users/${author}`, { method: 'PATCH', as: admin, json: { banned: true, undo: true } })
    const readState = async ({ author, promptId, second, other }: Awaited<ReturnType<typeof createSituation>>) => {
      // The jobs do what the request left undone.
      await testSite.runJobs()
      const { banned } = await testSite.db
        .selectFrom('users')
        .select('banned')
        .where('id', '=', author)
        .executeTakeFirstOrThrow()
      const statuses = [(await readPrompt(promptId)).status, (await readPrompt(second)).status]
      return [banned, statuses, await countUpVotes(other), await listActions(author)]
    }
    const done = [true, ['removed', 'removed'], 0, ['account.ban', 'account.undo']]
    const failedCalls = await failEverywhere({
      checkInvariants,
      createSituation,
      act: ban,
      checkState: async (situation, { status }, isOutcomeKnown) => {
        const state = await readState(situation)
        const untouched = [false, ['published', 'published'], 1, []]
        if (status === 200 || isOutcomeKnown) expect(state).toEqual(status === 200 ? done : untouched)
        else expect([done, untouched]).toContainEqual(state)
      },
      retry: async (situation, { status }) => {
        // The ban was stored, and jobs have done the rest.
        if (status === 200) return
        expect((await ban(situation)).status).toBe(200)
        const [banned, statuses, votes] = await readState(situation)
        expect([banned, statuses, votes]).toEqual(done.slice(0, 3))
      },
    })
    expect(failedCalls).toBeGreaterThan(60)
  })

  it('during a decision on a report, the prompt is removed and the case closed, or nothing changes', async () => {
    const decide = ({ caseId }: { caseId: string }) =>
      testSite.request(`/api/admin/reports/${caseId}`, { method: 'POST', as: admin, json: { action: 'remove' } })
    const readState = async ({ promptId, caseId }: { promptId: string; caseId: string }) => {
      const { state } = await testSite.db
        .selectFrom('reportCases')
        .select('state')
        .where('id', '=', caseId)
        .executeTakeFirstOrThrow()
      return [state, (await readPrompt(promptId)).status, await listActions(caseId)]
    }
    const done = ['removed', 'removed', ['report.remove']]
    const untouched = ['open', 'published', []]
    await failEverywhere({
      checkInvariants,
      createSituation,
      act: decide,
      checkState: async (situation, { status }, isOutcomeKnown) => {
        const state = await readState(situation)
        if (status === 200 || isOutcomeKnown) expect(state).toEqual(status === 200 ? done : untouched)
        else expect([done, untouched]).toContainEqual(state)
      },
      retry: async (situation) => {
        expect(await decide(situation)).toMatchObject({ status: 200, body: { state: 'removed' } })
        expect(await readState(situation)).toEqual(done)
      },
    })
  })

  it('during publishing, the prompt is stored completely or not at all', async () => {
    const content = 'Write about {{topic}} in three sentences.'
    await failEverywhere({
      checkInvariants,
      createSituation: async () => {
        const author = await testSite.addUser(`author${++memberCount}`)
        await testSite.headersOf(author)
        return { author }
      },
      act: ({ author }) =>
        testSite.request('/api/prompts', {
          method: 'POST',
          as: author,
          json: { title: 'A prompt of mine', content, category: 'general', tags: ['mine'] },
        }),
      checkState: async ({ author }, { status }, isOutcomeKnown) => {
        const prompts = await testSite.db.selectFrom('prompts').select('id').where('userId', '=', author).execute()
        if (status === 201 || isOutcomeKnown) expect(prompts).toHaveLength(status === 201 ? 1 : 0)
        else expect(prompts.length).toBeLessThanOrEqual(1)
        for (const { id } of prompts) {
          const versions = await testSite.db
            .selectFrom('promptVersions')
            .select('content')
            .where('promptId', '=', id)
            .execute()
          expect(versions).toEqual([{ content }])
        }
      },
    })
  })
})
