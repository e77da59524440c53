import { eraseAccount } from '#features/accounts/server/erase-account.ts'
import { requestColumns } from '#features/change-requests/server/request-columns.ts'
import { checkerId, composerId } from '#features/models/rules.ts'
import { deliverEvents } from '#features/notifications/server/deliver-events.ts'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { hooks } from '#server/hooks.ts'
import { comparisonIdIn } from '#test/compare-site.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

/**
 * The states that a prompt can be in. `removedLater`: it was deleted and then removed. `bannedAlone`, `banned`: its
 * author was banned, without a takedown or with one. `gone`: its author's account and prompts were deleted.
 * `neverShown`: a draft that was deleted.
 */
export const promptStates = [
  'published',
  'bannedAlone',
  'draft',
  'pending',
  'removed',
  'deleted',
  'removedLater',
  'banned',
  'gone',
  'neverShown',
] as const
export type PromptState = (typeof promptStates)[number]

/**
 * The states of prompts of a group. `shared`: once public, then shared with the group. `sharedNew`: never public.
 * `sharedOnce`: its text was shared, and another text is published now. `sharedDeleted`: deleted while it was shared.
 * `sharedPending`: it waits for a moderator, to be published.
 */
export const groupStates = ['shared', 'sharedNew', 'sharedOnce', 'sharedDeleted', 'sharedPending'] as const
export type GroupState = (typeof groupStates)[number]
export type AnyState = PromptState | GroupState

/** The members of the group: the author, who is an approver there, others, and a program with a token of `member`. */
export const groupReaders = ['author', 'member', 'approver', 'token'] as const
export type GroupReader = (typeof groupReaders)[number]

/** `anybody`: a visitor. `other`: a member who didn't write the prompt. */
export const readers = ['anybody', 'other', 'author', 'moderator', 'admin'] as const
export type Reader = (typeof readers)[number]

/**
 * Who may read the text and the title of a prompt. A ban without a takedown leaves the user's prompts published. Nobody
 * sees a prompt that is gone, even where its text is still stored.
 */
export const mayRead: Record<PromptState, readonly Reader[]> = {
  published: readers,
  bannedAlone: readers,
  draft: ['author', 'admin'],
  pending: ['author', 'moderator', 'admin'],
  removed: ['author', 'moderator', 'admin'],
  deleted: ['author', 'moderator', 'admin'],
  removedLater: ['author', 'moderator', 'admin'],
  banned: ['moderator', 'admin'],
  gone: [],
  neverShown: ['author', 'admin'],
}

/**
 * A prompt, and what others made from it while it was public (empty ids for `neverShown`). Its texts contain unique
 * words.
 */
export type TestPrompt = {
  state: AnyState
  id: string
  slug: string
  formerSlug: string
  content: string
  author: string
  /**
   * A comparison that another member published and shared. That member also voted for, saved, followed, reported and
   * forked the prompt.
   */
  comparisonId: string
  /** The reports about the prompt. */
  caseId: string
  /** The path of that member's private feed. */
  feed: string
  /** The path of that member's skills. */
  skills: string
  /** A public, featured collection of that member, which contains every prompt that was public, and every comparison. */
  collectionSlug: string
  exampleId: string
  /** An edit that the other member suggested. */
  changeRequestId: string
}

/**
 * The unique words in the title, the texts and the tag of a prompt. The word in the title begins with a capital letter.
 */
export function wordsOf(state: AnyState) {
  return { title: `Zqt${state}x`, text: `zqx${state}x`, tag: `zqg${state}x`.toLowerCase() }
}

/** A tag of the prompts in all states. */
export const commonTag = 'zqcommon'
/** The title of the collection that contains the prompts in all states but `neverShown`. */
export const collectedTitle = 'Zqcollected'

/** The group of the prompts in `groupStates`. */
export const testGroup = 'sales'

/**
 * Creates a site that has a prompt in each of these states. `ids`: the ids of the readers who have accounts.
 * `prepare`: adds what the states need, such as members of the group; it gets the ids.
 */
export async function createPromptsByState(
  states: readonly AnyState[] = promptStates,
  prepare: (testSite: TestSite, ids: { author: string }) => Promise<void> = async () => undefined,
) {
  const testSite = await createTestSite({ site: { moderation: 'pre' } })
  const ids = {
    other: await testSite.addUser('other'),
    author: await testSite.addUser('writer'),
    moderator: await testSite.addUser('mo', 'moderator'),
    admin: await testSite.addUser('root', 'admin'),
  }
  await prepare(testSite, ids)
  const send = async (method: string, path: string, as: string, json?: object) => {
    const response = await testSite.request(path, { method, as, json })
    if (response.status >= 400)
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`)
    return response.body
  }
  await send('POST', `/api/admin/users/${ids.other}/credits`, ids.admin, { amount: 500, reason: 'For comparisons.' })

  const createAddress = async (path: string) => new URL((await send('POST', path, ids.other)).url).pathname
  const feed = await createAddress('/api/user/notification-feed')
  const skills = await createAddress('/api/user/skill-address')
  const original = await testSite.addPrompt({ title: 'Zqlike it', tags: [commonTag], category: 'research' })

  const collection = await send('POST', '/api/collections', ids.other, { title: collectedTitle, visibility: 'public' })
  await send('PATCH', `/api/admin/collections/${collection.id}`, ids.moderator, { featured: true })

  async function createPrompt(state: AnyState): Promise<TestPrompt> {
    const { title, text, tag } = wordsOf(state)
    const hasOwnAuthor = ['bannedAlone', 'banned', 'gone'].includes(state)
    const author = hasOwnAuthor ? `writer-${state}` : 'writer'
    const userId = hasOwnAuthor ? await testSite.addUser(author) : ids.author
    const content = `Explain ${text} to {{reader}} in plain words, and say what it costs.`
    const formerSlug = `former-${state.toLowerCase()}`
    const { id } = await testSite.addPrompt({
      title: formerSlug,
      content,
      description: `About ${text}.`,
      tags: [tag, commonTag],
      userId,
      status: neverPublic(state) ? 'draft' : 'published',
      category: 'research',
      featured: true,
      skill: true,
      forkOf: original.id,
    })
    const { slug } = await send('PATCH', `/api/prompts/${id}`, userId, { title: `${title} and more` })
    await send('PUT', `/api/prompts/${id}/labels/production`, userId, { version: 1 })
    const collectionSlug: string = collection.slug
    const prompt = {
      state,
      id,
      slug,
      formerSlug,
      content,
      author,
      comparisonId: '',
      caseId: '',
      exampleId: '',
      changeRequestId: '',
      feed,
      skills,
      collectionSlug,
    }
    if (!neverPublic(state)) Object.assign(prompt, await actOnPromptAsOther(id, state))
    await applyState(state, { id, userId })
    return prompt
  }

  /**
   * Acts on a public prompt as another member: compares, votes, saves, follows, collects, reports, adds an example,
   * reads, forks and suggests an edit.
   */
  async function actOnPromptAsOther(promptId: string, state: AnyState) {
    const models = [composerId, checkerId]
    const run = await testSite.stream('/api/comparisons', { as: ids.other, json: { promptId, models, variables: {} } })
    const comparisonId = comparisonIdIn(await run.events())
    for (const act of ['publish', 'share']) await send('POST', `/api/comparisons/${comparisonId}/${act}`, ids.other, {})
    await send('POST', '/api/votes', ids.other, { promptId, value: 1 })
    await send('POST', '/api/favorites', ids.other, { promptId })
    await send('PUT', `/api/user/follows/prompt/${promptId}`, ids.other)
    for (const [kind, id] of [
      ['prompt', promptId],
      ['comparison', comparisonId],
    ])
      await send('POST', `/api/collections/${collection.id}/items`, ids.other, { kind, id })
    await send('POST', '/api/reports', ids.other, { promptId, reason: 'spam' })
    const example = {
      model: 'A model',
      madeOn: '2026-01-02',
      text: `What it made, number ${states.indexOf(state)}.`,
    }
    const { id: exampleId } = await send('POST', `/api/prompts/${promptId}/examples`, ids.other, example)
    // The member's example waits. The moderator's is public, and so their page names the prompt.
    await send('POST', `/api/prompts/${promptId}/examples`, ids.moderator, { ...example, model: 'Another model' })
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0' }
    await testSite.request('/api/views', { method: 'POST', as: ids.other, headers, json: { promptId } })
    await send('POST', '/api/prompts', ids.other, {
      title: `Made from number ${states.indexOf(state)}`,
      content: `A text of my own, number ${states.indexOf(state)}.`,
      category: 'general',
      forkOf: promptId,
    })
    // A moderator's edit creates a version with the author's text.
    await send('PATCH', `/api/prompts/${promptId}`, ids.moderator, {
      category: 'research',
      tags: [commonTag, wordsOf(state).tag],
    })
    const changeRequestId = await suggestEdit(promptId, state)
    const { items } = await send('GET', '/api/admin/reports?limit=100', ids.moderator)
    const found = items.find((one: { prompt: { id: string } }) => one.prompt.id === promptId)
    return { comparisonId, caseId: found.id as string, exampleId, changeRequestId }
  }

  /** Stores a suggested edit directly in the database, because a member can only suggest a few edits a day. */
  async function suggestEdit(promptId: string, state: AnyState): Promise<string> {
    const { title, text } = wordsOf(state)
    const id = newId()
    const now = testSite.now()
    await testSite.db
      .insertInto('changeRequests')
      .values({
        ...{
          id,
          promptId,
          userId: ids.other,
          baseVersion: 1,
        },
        ...requestColumns({
          title: `${title} and more`,
          description: `About ${text}.`,
          content: `Explain ${text} briefly.`,
          variables: [],
        }),
        ...{ licence: 'CC-BY-4.0', reason: 'It is shorter.' },
        ...{ state: 'open', createdAt: now, revisedAt: now },
      })
      .execute()
    return id
  }

  async function applyState(state: AnyState, { id, userId }: { id: string; userId: string }) {
    const change = (json: object) => send('PATCH', `/api/prompts/${id}`, userId, json)
    const deletePrompt = () => send('DELETE', `/api/prompts/${id}`, userId)
    const remove = () =>
      send('PATCH', `/api/admin/prompts/${id}`, ids.moderator, { status: 'removed', removedReason: 'It is spam.' })
    const ban = (withTakedown: boolean) =>
      send('PATCH', `/api/admin/users/${userId}`, ids.admin, { banned: true, undo: withTakedown })
    const share = () => change({ status: 'shared', group: testGroup })
    const actions: Record<AnyState, () => Promise<unknown>> = {
      published: async () => undefined,
      bannedAlone: () => ban(false),
      draft: () => change({ status: 'draft' }),
      pending: () => change({ description: `About ${wordsOf(state).text}, see https://elsewhere.net/page` }),
      removed: remove,
      deleted: deletePrompt,
      removedLater: async () => {
        await deletePrompt()
        await remove()
      },
      banned: () => ban(true),
      gone: () => inTransaction(testSite.db, (tx) => eraseAccount(tx, hooks, userId, { prompts: 'delete' })),
      neverShown: deletePrompt,
      shared: share,
      sharedNew: share,
      sharedOnce: async () => {
        await share()
        const text = 'Explain something else to {{reader}} in plain words.'
        const { version } = await change({ title: 'Something else', description: '', content: text, tags: [commonTag] })
        await change({ status: 'published', version })
        await send('PATCH', `/api/admin/prompts/${id}`, ids.moderator, { status: 'published' })
      },
      sharedDeleted: async () => {
        await share()
        await deletePrompt()
      },
      sharedPending: async () => {
        await share()
        await change({ description: `About ${wordsOf(state).text}, see https://elsewhere.net/page` })
        await change({ status: 'published' })
      },
    }
    await actions[state]()
  }

  const prompts: TestPrompt[] = []
  for (const state of states) prompts.push(await createPrompt(state))
  await testSite.aggregateViews()
  await deliverEvents(testSite.db, testSite.now)
  return { testSite, ids, prompts }
}

/** Tells whether a prompt in this state was never public. */
function neverPublic(state: AnyState): boolean {
  return state === 'neverShown' || state === 'sharedNew' || state === 'sharedOnce'
}

export type PromptsByState = Awaited<ReturnType<typeof createPromptsByState>>
