import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseAccount } from '#features/accounts/server/erase-account.ts'
import { inTransaction } from '#platform/database/db.ts'
import { hooks } from '#server/hooks.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { addTrustedMember as addTrusted } from '#test/trusted-member.ts'

let testSite: TestSite
let moderator: string
/** A number that makes names and texts unique. */
let lastNumber = 0
beforeAll(async () => {
  testSite = await createTestSite()
  moderator = await testSite.addUser('moderator', 'moderator')
})
afterAll(() => testSite.close())

const send = (method: string, path: string, as: string | undefined, json?: object) =>
  testSite.request(path, { method, as, json })
const post = (promptId: string, as: string, json: object) => send('POST', `/api/prompts/${promptId}/comments`, as, json)
const approve = (id: string) => send('PATCH', `/api/admin/comments/${id}`, moderator, { action: 'approve' })

/** Adds a member whose comments are shown immediately. */
async function addTrustedMember() {
  const name = `trusted${++lastNumber}`
  return { id: await addTrusted(testSite, name), name }
}

/** Lets a trusted member post a question on a new prompt. */
async function postQuestion() {
  const [asker, { id: promptId }] = [await addTrustedMember(), await testSite.addPrompt()]
  const { body } = await post(promptId, asker.id, { content: `Question ${++lastNumber}?` })
  return { asker: asker.id, promptId, questionId: body.id as string }
}

type Choice = 'keep' | 'delete'
const erase = (userId: string, prompts: Choice) =>
  inTransaction(testSite.db, (tx) => eraseAccount(tx, hooks, userId, { prompts }))

/** Calls `act` while an account is being deleted, so that `act` waits for the deletion. Returns the status of `act`. */
async function actDuringErasure(userId: string, prompts: Choice, act: () => Promise<{ status: number }>) {
  let pending: Promise<{ status: number }> | undefined
  await inTransaction(testSite.db, async (tx) => {
    await eraseAccount(tx, hooks, userId, { prompts })
    pending ??= act()
    await expect.poll(() => testSite.countLockWaits()).toBe(1)
  })
  return (await pending)?.status
}

describe('while an account is being deleted', () => {
  it.each([
    ['keep', 201],
    ['delete', 404],
  ] as const)(
    'a reply to its comment waits for the deletion; with the choice “%s” for its prompts, the status is %i',
    async (choice, status) => {
      const { asker, promptId, questionId } = await postQuestion()
      const reply = { content: `Reply ${++lastNumber}.`, parentId: questionId }
      const { id } = await addTrustedMember()
      expect(await actDuringErasure(asker, choice, () => post(promptId, id, reply))).toBe(status)
    },
  )

  it('no reply by somebody else is lost', async () => {
    for (let round = 0; round < 3; round++) {
      const { asker, promptId, questionId } = await postQuestion()
      const { id } = await addTrustedMember()
      const [{ status, body }] = await Promise.all([
        post(promptId, id, { content: `Reply ${++lastNumber}.`, parentId: questionId }),
        erase(asker, 'delete'),
      ])
      expect([201, 404]).toContain(status)
      const { items } = (await send('GET', `/api/prompts/${promptId}/comments`, undefined)).body
      expect(items).toMatchObject(status === 201 ? [{ id: questionId, content: '', answers: [{ id: body.id }] }] : [])
    }
  })

  it('a reply to its comment can be approved, and dismissing a report about one causes no deadlock', async () => {
    for (const decide of ['approve', 'dismiss'] as const) {
      const { asker, promptId, questionId } = await postQuestion()
      const newcomer = await testSite.addUser(`newcomer${++lastNumber}`)
      const { body } = await post(promptId, newcomer, { content: `Reply ${++lastNumber}.`, parentId: questionId })
      if (decide === 'approve') {
        expect(await actDuringErasure(asker, 'keep', () => approve(body.id))).toBe(200)
        continue
      }
      await approve(body.id)
      await send('POST', '/api/reports', asker, { commentId: body.id, reason: 'spam' })
      const { items } = (await send('GET', '/api/admin/reports', moderator)).body
      const dismiss = () => send('POST', `/api/admin/reports/${items[0].id}`, moderator, { action: 'dismiss' })
      expect([200, 404]).toContain(await actDuringErasure(asker, 'keep', dismiss))
    }
  })
})

describe('with concurrent requests', () => {
  it('if several members post the same text, one comment is shown and all others wait', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, addTrustedMember))
    const prompts = await Promise.all(members.map(() => testSite.addPrompt()))
    const content = 'The very same advertisement, everywhere.'
    const responses = await Promise.all(members.map(({ id }, index) => post(prompts[index]?.id ?? '', id, { content })))
    const states = responses.map(({ body }) => body.state)
    expect(states.toSorted()).toEqual(['shown', 'waiting', 'waiting', 'waiting', 'waiting', 'waiting'])
  })

  it('if a member edits several comments to the same text, only one edit succeeds', async () => {
    const { id } = await addTrustedMember()
    const paths: string[] = []
    for (let index = 0; index < 3; index++) {
      const { body } = await post((await testSite.addPrompt()).id, id, { content: `Different ${++lastNumber}` })
      paths.push(`/api/comments/${body.id}`)
    }
    const edits = await Promise.all(paths.map((path) => send('PATCH', path, id, { content: 'Come and buy.' })))
    expect(edits.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const [editedPath = ''] = paths.filter((_, index) => edits[index]?.status === 200)
    expect((await send('PATCH', editedPath, id, { content: 'Come and buy!' })).status).toBe(200)
  })

  it('a reply to a comment that is being deleted is shown below a placeholder, or is refused', async () => {
    for (let round = 0; round < 3; round++) {
      const { asker, promptId, questionId } = await postQuestion()
      const { id } = await addTrustedMember()
      const [replyResponse, deleteResponse] = await Promise.all([
        post(promptId, id, { content: `Reply ${++lastNumber}.`, parentId: questionId }),
        send('DELETE', `/api/comments/${questionId}`, asker),
      ])
      expect(deleteResponse.status).toBe(204)
      expect([201, 404]).toContain(replyResponse.status)
      const { items } = (await send('GET', `/api/prompts/${promptId}/comments`, undefined)).body
      const placeholder = { id: questionId, state: 'deleted', content: '', answers: [{ id: replyResponse.body.id }] }
      expect(items).toMatchObject(replyResponse.status === 201 ? [placeholder] : [])
    }
  })

  it('if a member posts while being blocked, the blocker sees none of the posts and isn’t notified', async () => {
    for (let round = 0; round < 2; round++) {
      const { asker, promptId, questionId } = await postQuestion()
      const { id, name } = await addTrustedMember()
      const [replyResponse, remarkResponse] = await Promise.all([
        post(promptId, id, { content: `Reply ${++lastNumber}.`, parentId: questionId }),
        post(promptId, id, { content: `Remark ${++lastNumber}.` }),
        send('PUT', `/api/user/blocks/${name}`, asker, { kind: 'block' }),
      ])
      expect([201, 404]).toContain(replyResponse.status)
      expect(remarkResponse.status).toBe(201)
      await testSite.runJobs()
      const page = (await send('GET', `/api/prompts/${promptId}/comments`, asker)).body
      expect(page).toMatchObject({ total: 1, items: [{ id: questionId, answers: [] }] })
      expect((await send('GET', '/api/notifications', asker)).body.items).toEqual([])
    }
  })
})
