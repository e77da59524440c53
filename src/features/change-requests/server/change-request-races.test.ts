import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseAccount } from '#features/accounts/server/erase-account.ts'
import { inTransaction } from '#platform/database/db.ts'
import { hooks } from '#server/hooks.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { changeRequestLimits } from '../rules.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

let count = 0
const send = (as: string, method: string, path: string, json?: unknown) => testSite.request(path, { as, method, json })
const publish = async (as: string) => {
  const number = ++count
  const content = `Write about subject number ${number} in plain words.`
  const json = { title: `Race number ${number}`, content, category: 'general' }
  return (await send(as, 'POST', '/api/prompts', json)).body
}
const proposalOf = (prompt: { title: string; content: string }) => ({
  baseVersion: 1,
  title: prompt.title,
  description: '',
  content: `${prompt.content} Be brief.`,
  reason: 'Shorter.',
})
/** Creates an open suggested edit. Returns it with functions for actions of the prompt's author and the proposer. */
const createOpenRequest = async () => {
  const number = ++count
  const [author, proposer] = [await testSite.addUser(`author_${number}`), await testSite.addUser(`proposer_${number}`)]
  const prompt = await publish(author)
  const { body } = await send(proposer, 'POST', `/api/prompts/${prompt.id}/change-requests`, proposalOf(prompt))
  const sendAction = (as: string, verb: string, json?: object) =>
    send(as, 'POST', `/api/change-requests/${body.id}/${verb}`, json)
  return {
    author,
    proposer,
    prompt,
    id: body.id as string,
    accept: () => sendAction(author, 'accept', { revision: 1, version: 1 }),
    decline: () => sendAction(author, 'decline', { revision: 1, reason: 'Not for me.' }),
    withdraw: () => sendAction(proposer, 'withdraw'),
    /** Returns the state of the suggested edit, the version of the prompt, and how many versions credit a proposer. */
    async readResult() {
      const { state } = await testSite.db
        .selectFrom('changeRequests')
        .select('state')
        .where('id', '=', body.id)
        .executeTakeFirstOrThrow()
      const { version } = await testSite.db
        .selectFrom('prompts')
        .select('version')
        .where('id', '=', prompt.id)
        .executeTakeFirstOrThrow()
      const credits = await testSite.db
        .selectFrom('promptVersionCredits')
        .select('version')
        .where('promptId', '=', prompt.id)
        .execute()
      return { state, version, credits: credits.length }
    },
  }
}
const rounds = Array.from({ length: 6 }, (_, round) => round)
const sendConcurrently = async (...requests: (() => Promise<{ status: number }>)[]) =>
  (await Promise.all(requests.map((sendAction) => sendAction()))).map(({ status }) => status)

describe('with concurrent requests', () => {
  it('two acceptances create one version', async () => {
    for (const _ of rounds) {
      const race = await createOpenRequest()
      expect(await sendConcurrently(race.accept, race.accept)).toEqual([200, 200])
      expect(await race.readResult()).toEqual({ state: 'accepted', version: 2, credits: 1 })
    }
  })

  it('only one of an acceptance and an edit of the prompt succeeds', async () => {
    for (const round of rounds) {
      const race = await createOpenRequest()
      const edit = () =>
        send(race.author, 'PATCH', `/api/prompts/${race.prompt.id}`, { description: `Edited ${round}.`, version: 1 })
      const [acceptStatus, editStatus] = await sendConcurrently(race.accept, edit)
      expect([acceptStatus, editStatus].sort()).toEqual([200, 409])
      expect(await race.readResult()).toEqual(
        acceptStatus === 200
          ? { state: 'accepted', version: 2, credits: 1 }
          : { state: 'open', version: 2, credits: 0 },
      )
    }
  })

  it('an acceptance creates no version of a prompt that is removed first', async () => {
    const moderator = await testSite.addUser('moderator', 'moderator')
    for (const _ of rounds) {
      const race = await createOpenRequest()
      const remove = () =>
        send(moderator, 'PATCH', `/api/admin/prompts/${race.prompt.id}`, { status: 'removed', removedReason: 'Spam.' })
      const [acceptStatus, removeStatus] = await sendConcurrently(race.accept, remove)
      expect(removeStatus).toBe(200)
      expect([200, 404]).toContain(acceptStatus)
      expect(await race.readResult()).toMatchObject(
        acceptStatus === 200 ? { state: 'accepted', credits: 1 } : { state: 'open', version: 1, credits: 0 },
      )
    }
  })

  it.each(['decline', 'withdraw'] as const)(
    'only one of an acceptance and a call to %s succeeds',
    async (otherAction) => {
      for (const _ of rounds) {
        const race = await createOpenRequest()
        const [acceptStatus, otherStatus] = await sendConcurrently(race.accept, race[otherAction])
        expect([acceptStatus, otherStatus].sort()).toEqual([200, 409])
        expect(await race.readResult()).toEqual(
          acceptStatus === 200
            ? { state: 'accepted', version: 2, credits: 1 }
            : { state: otherAction === 'decline' ? 'declined' : 'withdrawn', version: 1, credits: 0 },
        )
      }
    },
  )

  it('a member can send at most five edits a day, and have only one undecided edit of each prompt', async () => {
    const [author, proposer] = [await testSite.addUser('author_of_many'), await testSite.addUser('busy_proposer')]
    const prompts = []
    for (let n = 0; n < changeRequestLimits.perDay + 3; n++) prompts.push(await publish(author))
    const firstPrompt = prompts[0]
    const twice = await sendConcurrently(
      ...[1, 2].map(
        () => () => send(proposer, 'POST', `/api/prompts/${firstPrompt.id}/change-requests`, proposalOf(firstPrompt)),
      ),
    )
    expect(twice.sort()).toEqual([201, 409])
    const statuses = await sendConcurrently(
      ...prompts
        .slice(1)
        .map((prompt) => () => send(proposer, 'POST', `/api/prompts/${prompt.id}/change-requests`, proposalOf(prompt))),
    )
    expect(statuses.sort()).toEqual([201, 201, 201, 201, 429, 429, 429])
  })
})

/** Tells whether nobody holds a lock on this prompt or its suggested edits. */
async function areUnlocked(promptId: string): Promise<boolean> {
  try {
    await inTransaction(testSite.db, async (tx) => {
      await sql`select from prompts where id = ${promptId} for update nowait`.execute(tx)
      await sql`select from change_requests where prompt_id = ${promptId} for update nowait`.execute(tx)
    })
    return true
  } catch {
    return false
  }
}

/**
 * Calls `sendAction` while an account is being deleted, so that the action waits for the deletion. Returns the action's
 * status, and whether the prompt and its suggested edits were unlocked while the action waited.
 */
async function sendDuringDeletion(userId: string, promptId: string, sendAction: () => Promise<{ status: number }>) {
  let pending: Promise<{ status: number }> | undefined
  let isUnlocked = false
  await inTransaction(testSite.db, async (tx) => {
    const actBeforeHooks = async () => {
      pending ??= sendAction()
      await expect.poll(() => testSite.countLockWaits()).toBe(1)
      isUnlocked = await areUnlocked(promptId)
    }
    await eraseAccount(tx, { onAccountDeleted: [actBeforeHooks, ...hooks.onAccountDeleted] }, userId, {
      prompts: 'keep',
    })
  })
  return { status: (await pending)?.status, isUnlocked }
}

describe('while an account is being deleted', () => {
  it.each([
    ['accepted', 'accept'],
    ['declined', 'decline'],
  ] as const)('its suggested edit can’t be %s, and no deadlock occurs', async (_, verb) => {
    const race = await createOpenRequest()
    expect(await sendDuringDeletion(race.proposer, race.prompt.id, race[verb])).toEqual({
      status: 404,
      isUnlocked: true,
    })
    expect(await testSite.db.selectFrom('changeRequests').select('id').where('id', '=', race.id).execute()).toEqual([])
  })

  it('an edit that was sent to it can still be revised', async () => {
    const race = await createOpenRequest()
    const revision = { ...proposalOf(race.prompt), content: `${race.prompt.content} Be kind.`, revision: 1 }
    const revise = () => send(race.proposer, 'PUT', `/api/change-requests/${race.id}`, revision)
    expect(await sendDuringDeletion(race.author, race.prompt.id, revise)).toEqual({ status: 200, isUnlocked: true })
  })

  it('an edit of its prompts can still be suggested', async () => {
    const { author, prompt } = await createOpenRequest()
    const otherMember = await testSite.addUser(`other_${++count}`)
    const suggest = () => send(otherMember, 'POST', `/api/prompts/${prompt.id}/change-requests`, proposalOf(prompt))
    expect(await sendDuringDeletion(author, prompt.id, suggest)).toEqual({ status: 201, isUnlocked: true })
  })

  it('a moderator who removes its suggested edit gets 404, and no deadlock occurs', async () => {
    const race = await createOpenRequest()
    const moderator = await testSite.addUser(`moderator_${++count}`, 'moderator')
    await send(race.author, 'POST', '/api/reports', { changeRequestId: race.id, reason: 'spam' })
    const { body } = await send(moderator, 'GET', '/api/admin/reports')
    const decision = { action: 'remove', removedReason: 'It is spam.' }
    const remove = () => send(moderator, 'POST', `/api/admin/reports/${body.items[0].id}`, decision)
    expect(await sendDuringDeletion(race.proposer, race.prompt.id, remove)).toEqual({ status: 404, isUnlocked: true })
  })

  it('an acceptance either creates a version or finds no edit', async () => {
    for (const _ of rounds) {
      const race = await createOpenRequest()
      const erase = async () => {
        await inTransaction(testSite.db, (tx) => eraseAccount(tx, hooks, race.proposer, { prompts: 'keep' }))
        return { status: 204 }
      }
      const [acceptStatus] = await sendConcurrently(race.accept, erase)
      expect([200, 404]).toContain(acceptStatus)
      const { version } = await testSite.db
        .selectFrom('prompts')
        .select('version')
        .where('id', '=', race.prompt.id)
        .executeTakeFirstOrThrow()
      expect(version).toBe(acceptStatus === 200 ? 2 : 1)
    }
  })
})
