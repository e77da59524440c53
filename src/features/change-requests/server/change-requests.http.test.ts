import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPublishedPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { deliverEvents } from '#features/notifications/server/deliver-events.ts'
import { deletedAccountId } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { tickingClock } from '#test/ticking-clock.ts'
import { changeRequestLimits } from '../rules.ts'
import { removeChangeRequest } from './moderate-change-request.ts'
import { reportSilence } from './report-silence.ts'

let testSite: TestSite
const clock = tickingClock('2026-05-04T08:00:00Z')
beforeAll(async () => {
  testSite = await createTestSite({ now: clock.now })
})
afterAll(() => testSite.close())

let personCount = 0
const addPerson = async (role?: 'moderator') => {
  const username = `person_${++personCount}`
  return { id: await testSite.addUser(username, role), username }
}
const send = (as: string | undefined, method: string, path: string, json?: unknown) =>
  testSite.request(path, { as, method, json })
let textCount = 0
/** Creates a prompt by one person, and prepares the edit that another person is about to suggest. */
const createSetup = async (overrides: object = {}) => {
  const [author, proposer] = [await addPerson(), await addPerson()]
  const number = ++textCount
  const title = `Write a letter, number ${number}`
  const content = `Write a letter about subject number ${number} to {{reader}}.`
  const { body: prompt } = await send(author.id, 'POST', '/api/prompts', {
    title,
    content,
    category: 'general',
    ...overrides,
  })
  const proposal = {
    baseVersion: 1,
    title,
    description: '',
    content: `${content} Be brief.`,
    reason: 'Shorter answers.',
  }
  return { author, proposer, prompt, proposal }
}
type Setup = Awaited<ReturnType<typeof createSetup>>
const suggest = ({ proposer, prompt, proposal }: Setup, overrides: object = {}) =>
  send(proposer.id, 'POST', `/api/prompts/${prompt.id}/change-requests`, { ...proposal, ...overrides })
const sendAction = (as: string, id: string, verb: string, json?: object) =>
  send(as, 'POST', `/api/change-requests/${id}/${verb}`, json)
const readRequest = (as: string | undefined, id: string) => send(as, 'GET', `/api/change-requests/${id}`)
const listNotifications = async (as: string) => {
  await deliverEvents(testSite.db, testSite.now)
  const { body } = await send(as, 'GET', '/api/notifications')
  return body.items.map(({ text, path }: { text: string; path: string }) => ({ text, path }))
}

describe('an edit that is suggested', () => {
  it('becomes a version that names author and proposer if the author accepts it', async () => {
    const setup = await createSetup()
    const { author, proposer, prompt, proposal } = setup
    const { status, body } = await suggest(setup)
    expect([status, body]).toMatchObject([
      201,
      {
        state: 'open',
        isOwn: true,
        mayDecide: false,
        isMoved: false,
        licence: 'CC-BY-4.0',
        base: { content: prompt.content },
        current: { content: prompt.content },
        proposed: { content: proposal.content, variables: prompt.variables },
      },
    ])
    expect(await listNotifications(author.id)).toEqual([
      { text: `${proposer.username} suggested an edit to your prompt`, path: `/suggested-edit/${body.id}` },
    ])
    for (const _ of ['once', 'again'])
      expect(await sendAction(author.id, body.id, 'accept', { revision: 1, version: 1 })).toMatchObject({
        status: 200,
        body: { state: 'accepted', acceptedVersion: 2 },
      })
    const { body: versions } = await send(undefined, 'GET', `/api/prompts/${prompt.id}/versions`)
    expect(versions).toMatchObject([
      { version: 2, user: { username: author.username }, suggestedBy: proposer.username, note: 'Shorter answers.' },
      { version: 1, suggestedBy: null },
    ])
    const { body: after } = await send(undefined, 'GET', `/api/prompts/${prompt.id}`)
    expect(after).toMatchObject({ version: 2, content: proposal.content, suggestedBy: [proposer.username] })
    expect(await listNotifications(proposer.id)).toEqual([
      { text: `${author.username} accepted your edit`, path: `/suggested-edit/${body.id}` },
    ])
  })

  it('can be declined with a reason; the decision is final, but the proposer can suggest the edit again', async () => {
    const setup = await createSetup()
    const { id } = (await suggest(setup)).body
    for (const _ of ['once', 'again'])
      expect(
        await sendAction(setup.author.id, id, 'decline', { revision: 1, reason: 'It is long on purpose.' }),
      ).toMatchObject({
        status: 200,
        body: { state: 'declined', answer: 'It is long on purpose.' },
      })
    expect((await sendAction(setup.author.id, id, 'decline', { revision: 1, reason: '' })).status).toBe(400)
    expect((await sendAction(setup.author.id, id, 'accept', { revision: 1, version: 1 })).status).toBe(409)
    expect((await sendAction(setup.proposer.id, id, 'withdraw')).status).toBe(409)
    expect((await listNotifications(setup.proposer.id))[0].text).toBe(`${setup.author.username} declined your edit`)
    expect((await suggest(setup)).status).toBe(201)
  })

  it('is revised at the author’s request, and a decision must name the current revision', async () => {
    const setup = await createSetup()
    const { author, proposer, proposal } = setup
    const { id } = (await suggest(setup)).body
    const requestedChange = { revision: 1, reason: 'Say how brief.' }
    expect((await sendAction(author.id, id, 'ask', requestedChange)).body).toMatchObject({
      state: 'revising',
      answer: 'Say how brief.',
    })
    const revision = { ...proposal, content: `${proposal.content} Three lines.`, revision: 1 }
    const put = (as: string, json: object) => send(as, 'PUT', `/api/change-requests/${id}`, json)
    expect((await put(author.id, revision)).status).toBe(403)
    expect((await put(proposer.id, revision)).body).toMatchObject({ state: 'open', revision: 2 })
    expect((await put(proposer.id, revision)).status).toBe(409)
    expect((await sendAction(author.id, id, 'accept', { revision: 1, version: 1 })).status).toBe(409)
    expect((await sendAction(author.id, id, 'accept', { revision: 2, version: 1 })).body.state).toBe('accepted')
  })

  it('shows three texts if the prompt has a newer version, and merges nothing', async () => {
    const setup = await createSetup()
    const { author, prompt, proposal } = setup
    const { id } = (await suggest(setup)).body
    const authorText = `${prompt.content} Be kind.`
    await send(author.id, 'PATCH', `/api/prompts/${prompt.id}`, { content: authorText })
    expect((await readRequest(author.id, id)).body).toMatchObject({
      isMoved: true,
      base: { content: prompt.content },
      current: { content: authorText },
      proposed: { content: proposal.content },
    })
    const stale = await sendAction(author.id, id, 'accept', { revision: 1, version: 1 })
    expect(stale).toMatchObject({ status: 409, body: { current: { version: 2, content: authorText } } })
    const combinedText = `${prompt.content} Be kind and brief.`
    const accepted = await sendAction(author.id, id, 'accept', { revision: 1, version: 2, content: combinedText })
    expect(accepted.body).toMatchObject({ state: 'accepted', acceptedVersion: 3, current: { content: combinedText } })
    const { body: versions } = await send(undefined, 'GET', `/api/prompts/${prompt.id}/versions`)
    expect(versions[0].note).toBe('From a suggested edit, changed by the author.')
  })

  it('shows its base version only to the author once that version is hidden', async () => {
    const setup = await createSetup()
    const { id } = (await suggest(setup)).body
    await send(setup.author.id, 'PATCH', `/api/prompts/${setup.prompt.id}`, {
      content: `${setup.prompt.content} Be kind.`,
    })
    await sql`update prompt_versions set shown = false where prompt_id = ${setup.prompt.id} and version = 1`.execute(
      testSite.db,
    )
    const moderator = await addPerson('moderator')
    for (const reader of [setup.proposer, moderator]) expect((await readRequest(reader.id, id)).body.base).toBeNull()
    expect((await readRequest(setup.author.id, id)).body.base.content).toBe(setup.prompt.content)
  })

  it('can’t be accepted under a license that its proposer didn’t agree to', async () => {
    const setup = await createSetup()
    const { id } = (await suggest(setup)).body
    await send(setup.author.id, 'PATCH', `/api/prompts/${setup.prompt.id}`, { licence: 'CC0-1.0' })
    expect((await sendAction(setup.author.id, id, 'accept', { revision: 1, version: 2 })).status).toBe(409)
    const revision = { ...setup.proposal, baseVersion: 2, revision: 1 }
    expect((await send(setup.proposer.id, 'PUT', `/api/change-requests/${id}`, revision)).status).toBe(200)
    expect((await sendAction(setup.author.id, id, 'accept', { revision: 2, version: 2 })).status).toBe(200)
  })

  it('is refused if a visitor sends it, if the prompt is the sender’s own or unpublished, or if nothing changes', async () => {
    const setup = await createSetup()
    const { author, proposer, prompt, proposal } = setup
    const path = `/api/prompts/${prompt.id}/change-requests`
    expect((await send(author.id, 'POST', path, proposal)).status).toBe(403)
    expect((await send(undefined, 'POST', path, proposal)).status).toBe(401)
    expect((await suggest(setup, { content: prompt.content })).status).toBe(409)
    expect((await suggest(setup, { baseVersion: 9 })).status).toBe(400)
    expect((await suggest(setup, { reason: ' ' })).status).toBe(400)
    expect((await suggest(setup, { content: 'short' })).status).toBe(400)
    expect((await suggest(setup)).status).toBe(201)
    expect((await suggest(setup, { content: `${prompt.content} Again.` })).status).toBe(409)
    const { body: draft } = await send(author.id, 'POST', '/api/prompts', {
      title: 'A draft of mine',
      content: prompt.content,
      category: 'general',
      status: 'draft',
    })
    const moderator = await addPerson('moderator')
    for (const { id } of [proposer, moderator])
      expect((await send(id, 'POST', `/api/prompts/${draft.id}/change-requests`, proposal)).status).toBe(404)
    await sql`update prompts set status = 'pending' where id = ${prompt.id}`.execute(testSite.db)
    const lateProposal = { ...proposal, content: `${prompt.content} By a moderator.` }
    expect((await send(moderator.id, 'POST', path, lateProposal)).status).toBe(404)
  })

  it('offers a fork after a month without an answer, with one notification', async () => {
    const [setup, removedSetup] = [await createSetup(), await createSetup()]
    const reservedSetup = await createSetup({ licence: 'all-rights-reserved' })
    await suggest(reservedSetup)
    const { id } = (await suggest(setup)).body
    const { id: removedId } = (await suggest(removedSetup)).body
    await inTransaction(testSite.db, (tx) => removeChangeRequest(tx, removedId, 'It is spam.'))
    await reportSilence(testSite.db, new Date(clock.time))
    expect((await readRequest(setup.proposer.id, id)).body.isSilent).toBe(false)
    clock.time += (changeRequestLimits.silentDays * 24 + 1) * 3600_000
    for (const _ of ['once', 'again']) await reportSilence(testSite.db, new Date(clock.time))
    expect((await readRequest(setup.proposer.id, id)).body.isSilent).toBe(true)
    expect(await listNotifications(setup.proposer.id)).toMatchObject([{ text: expect.stringContaining('fork') }])
    expect(await listNotifications(removedSetup.proposer.id)).toEqual([])
    expect(await listNotifications(reservedSetup.proposer.id), 'its license allows no fork').toMatchObject([
      { text: 'Nobody has answered your edit for 30 days' },
    ])
  })
})

describe('on a site where prompts with new links wait for a moderator', () => {
  it('an accepted edit with a link makes its prompt wait, like an edit by the author', async () => {
    const moderatedSite = await createTestSite({ site: { moderation: 'pre' } })
    try {
      const [author, proposer] = [await moderatedSite.addUser('author'), await moderatedSite.addUser('proposer')]
      const prompts = []
      for (const number of [1, 2, 3, 4])
        prompts.push(await moderatedSite.addPrompt({ userId: author, title: `Prompt ${number}` }))
      const prompt = await getPublishedPromptOrThrow(moderatedSite.db, prompts[0]?.id ?? '')
      const post = (as: string, path: string, json: object) => moderatedSite.request(path, { as, method: 'POST', json })
      const { body } = await post(proposer, `/api/prompts/${prompt.id}/change-requests`, {
        baseVersion: 1,
        title: prompt.title,
        description: '',
        reason: 'It has a source.',
        content: `${prompt.content} See https://prompts-of-others.net/page for more.`,
      })
      const accepted = await post(author, `/api/change-requests/${body.id}/accept`, { revision: 1, version: 1 })
      expect(accepted).toMatchObject({ status: 200, body: { state: 'accepted', acceptedVersion: 2 } })
      const { status, version } = await moderatedSite.db
        .selectFrom('prompts')
        .select(['status', 'version'])
        .where('id', '=', prompt.id)
        .executeTakeFirstOrThrow()
      expect({ status, version }).toEqual({ status: 'pending', version: 2 })
    } finally {
      await moderatedSite.close()
    }
  })
})

describe('a suggested edit', () => {
  it('is visible to its proposer, the author and moderators while the prompt is published', async () => {
    const setup = await createSetup()
    const [otherMember, moderator] = [await addPerson(), await addPerson('moderator')]
    const { id } = (await suggest(setup)).body
    const { author, proposer, prompt } = setup
    const readStatuses = async () =>
      Promise.all(
        [author.id, proposer.id, moderator.id, otherMember.id, undefined].map(
          async (as) => (await readRequest(as, id)).status,
        ),
      )
    const countListed = async (as: string, path: string) => (await send(as, 'GET', path)).body?.items?.length ?? 0
    const readCounts = () =>
      Promise.all([
        countListed(author.id, '/api/user/change-requests'),
        countListed(proposer.id, '/api/user/change-requests?role=proposer&pending=true'),
        countListed(author.id, '/api/user/change-requests?pending=false'),
        countListed(proposer.id, `/api/prompts/${prompt.id}/change-requests`),
        countListed(otherMember.id, `/api/prompts/${prompt.id}/change-requests`),
      ])
    expect(await readStatuses()).toEqual([200, 200, 200, 404, 401])
    expect(await readCounts()).toEqual([1, 1, 0, 1, 0])
    expect((await sendAction(moderator.id, id, 'accept', { revision: 1, version: 1 })).status).toBe(403)
    expect((await sendAction(otherMember.id, id, 'decline', { revision: 1, reason: 'None of mine.' })).status).toBe(404)
    await send(moderator.id, 'PATCH', `/api/admin/prompts/${prompt.id}`, { status: 'removed', removedReason: 'Spam.' })
    expect(await readStatuses()).toEqual([404, 404, 404, 404, 401])
    expect(await readCounts()).toEqual([0, 0, 0, 0, 0])
    expect((await sendAction(author.id, id, 'accept', { revision: 1, version: 1 })).status).toBe(404)
  })

  it('is hidden from proposer and author while one blocks the other, and no other edit can be suggested', async () => {
    for (const byAuthor of [true, false]) {
      const setup = await createSetup()
      const { author, proposer } = setup
      const { id } = (await suggest(setup)).body
      const [blocker, blocked] = byAuthor ? [author, proposer] : [proposer, author]
      await send(blocker.id, 'PUT', `/api/user/blocks/${blocked.username}`, { kind: 'block' })
      expect([(await readRequest(author.id, id)).status, (await readRequest(proposer.id, id)).status]).toEqual([
        404, 404,
      ])
      expect(await listNotifications(author.id)).toEqual([])
      expect((await sendAction(author.id, id, 'accept', { revision: 1, version: 1 })).status).toBe(404)
      expect((await suggest(setup)).status).toBe(403)
      await send(blocker.id, 'DELETE', `/api/user/blocks/${blocked.username}`)
      expect((await readRequest(author.id, id)).status).toBe(200)
    }
  })

  it('is listed for moderators, who decide on it, if the prompt belongs to the site account', async () => {
    const [proposer, moderator] = [await addPerson(), await addPerson('moderator')]
    const prompt = await getPublishedPromptOrThrow(testSite.db, (await testSite.addPrompt()).id)
    const proposal = { baseVersion: 1, title: prompt.title, description: '', content: 'Something else entirely.' }
    const { body, status } = await send(proposer.id, 'POST', `/api/prompts/${prompt.id}/change-requests`, {
      ...proposal,
      reason: 'It is better.',
    })
    expect(status).toBe(201)
    expect((await send(moderator.id, 'GET', '/api/user/change-requests')).body.items).toMatchObject([{ id: body.id }])
    const accepted = await sendAction(moderator.id, body.id, 'accept', { revision: 1, version: 1 })
    expect(accepted.body.state).toBe('accepted')
    expect((await listNotifications(proposer.id))[0].text).toBe('Your edit was accepted')
  })
})

describe('a reported edit', () => {
  it('is in the queue, is hidden from the author when removed (its proposer sees why), and can be restored', async () => {
    const setup = await createSetup()
    const { author, proposer } = setup
    const moderator = await addPerson('moderator')
    const { id } = (await suggest(setup)).body
    const report = (as: string) => send(as, 'POST', '/api/reports', { changeRequestId: id, reason: 'spam' })
    expect((await report(proposer.id)).status).toBe(403)
    expect((await report((await addPerson()).id)).status).toBe(404)
    for (const _ of ['once', 'again'])
      expect((await report(author.id)).body).toMatchObject({ changeRequestId: id, state: 'open' })
    const { body: queue } = await send(moderator.id, 'GET', '/api/admin/reports')
    const queueItem = queue.items.find(
      (item: { changeRequest: { id: string } | null }) => item.changeRequest?.id === id,
    )
    expect(queueItem).toMatchObject({
      changeRequest: { user: { username: proposer.username }, base: setup.prompt.content },
    })
    const decide = (action: string) =>
      send(moderator.id, 'POST', `/api/admin/reports/${queueItem.id}`, {
        action,
        ...(action === 'remove' && { removedReason: 'It is spam.' }),
      })
    expect((await decide('remove')).body.state).toBe('removed')
    expect((await readRequest(author.id, id)).status).toBe(404)
    expect((await readRequest(proposer.id, id)).body).toMatchObject({ state: 'removed', removedReason: 'It is spam.' })
    expect(await listNotifications(proposer.id)).toEqual([
      { text: 'A moderator removed an edit that you suggested', path: `/suggested-edit/${id}` },
    ])
    expect((await sendAction(proposer.id, id, 'withdraw')).status).toBe(409)
    expect((await suggest(setup)).status).toBe(201)
    expect((await decide('reopen')).body.state).toBe('open')
    // The proposer has suggested another edit in the meantime, and only one of them may be pending.
    expect((await readRequest(author.id, id)).body.state).toBe('withdrawn')
    expect((await listNotifications(proposer.id))[0]).toEqual({
      text: 'A moderator restored an edit that you suggested',
      path: `/suggested-edit/${id}`,
    })
  })
})

describe('a removed edit', () => {
  it('that is restored while its proposer sends another one is a conflict, not an error of the server', async () => {
    const setup = await createSetup()
    const moderator = await addPerson('moderator')
    const { id } = (await suggest(setup)).body
    await send(setup.author.id, 'POST', '/api/reports', { changeRequestId: id, reason: 'spam' })
    const { body: queue } = await send(moderator.id, 'GET', '/api/admin/reports')
    const { id: caseId } = queue.items.find(
      (item: { changeRequest: { id: string } | null }) => item.changeRequest?.id === id,
    )
    const decide = (action: object) => send(moderator.id, 'POST', `/api/admin/reports/${caseId}`, action)
    await decide({ action: 'remove', removedReason: 'It is spam.' })
    const restored = await inTransaction(testSite.db, async (tx) => {
      await sql`
        insert into change_requests
        select (jsonb_populate_record(cr, jsonb_build_object('id', gen_random_uuid(), 'removed_reason', null))).*
        from change_requests cr where id = ${id}`.execute(tx)
      const pending = decide({ action: 'reopen' })
      await expect.poll(() => testSite.countLockWaits()).toBe(1)
      return { pending }
    })
    expect(await restored.pending).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: expect.stringContaining('Try again.') },
    })
    expect((await decide({ action: 'reopen' })).body.state).toBe('open')
    expect((await readRequest(setup.author.id, id)).body.state).toBe('withdrawn')
  })
})

describe('when the proposer deletes their account', () => {
  it('their suggestions are deleted, and versions no longer credit them', async () => {
    const setup = await createSetup()
    const { id } = (await suggest(setup)).body
    await sendAction(setup.author.id, id, 'accept', { revision: 1, version: 1 })
    const { hooks } = await import('#server/hooks.ts')
    await inTransaction(testSite.db, async (tx) => {
      for (const hook of hooks.onAccountDeleted) await hook(tx, setup.proposer.id, { prompts: 'keep' })
      await tx.deleteFrom('users').where('id', '=', setup.proposer.id).execute()
    })
    expect((await readRequest(setup.author.id, id)).status).toBe(404)
    const credits = await testSite.db
      .selectFrom('promptVersionCredits')
      .select('userId')
      .where('promptId', '=', setup.prompt.id)
      .execute()
    expect(credits).toEqual([{ userId: deletedAccountId }])
  })
})
