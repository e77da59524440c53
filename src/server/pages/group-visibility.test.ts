import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getRouter } from '#app/router.tsx'
import { setApiTransport } from '#client/api-transport.ts'
import { contract } from '#contract'
import type { GroupRole } from '#features/groups/rules.ts'
import { hashOf } from '#features/oauth/server/stored-records.ts'
import { exportPrompts } from '#features/transfer/server/export-prompts.ts'
import { newId } from '#platform/ids.ts'
import { makeToken } from '#test/mcp-client.ts'
import { renderSite } from '#test/render-site.ts'
import { createTableCheck, isShown } from '#test/visibility/check-table.ts'
import { endpointTable, fileTable } from '#test/visibility/endpoint-table.ts'
import { pageTable } from '#test/visibility/page-table.ts'
import {
  type AnyState,
  createPromptsByState,
  type GroupState,
  groupReaders,
  groupStates,
  type PromptsByState,
  type TestPrompt,
  testGroup,
  wordsOf,
} from '#test/visibility/prompts-by-state.ts'

/**
 * `other`, a member of no group, acted on the prompts while they were public. `stranger` is in another group. `leaver`
 * acted on them as a member, and then left. `strangersToken`: a program that acts for the stranger. `app`: an app that
 * acts for a member by OAuth, which may do so at /mcp/me only. `moderator` and `admin` aren't in the group.
 */
const outsiders = ['anybody', 'other', 'stranger', 'leaver', 'strangersToken', 'app', 'moderator', 'admin'] as const
const readers = [...groupReaders, ...outsiders] as const
type Reader = (typeof readers)[number]

const mayRead: Record<GroupState, readonly Reader[]> = {
  shared: groupReaders,
  sharedNew: groupReaders,
  sharedOnce: groupReaders,
  sharedDeleted: ['author', 'approver'],
  sharedPending: [...groupReaders, 'moderator', 'admin'],
  retired: ['author', 'approver'],
  waiting: ['author', 'approver', 'admin'],
}

// An earlier text, as that of `sharedOnce`, is in no answer, unless a label is on it.
const openToMembers: readonly GroupState[] = ['shared', 'sharedNew', 'sharedPending']
/** Whose programs call the tools for AI apps, and the states of the prompts that they may read there. */
const callers: Record<string, readonly GroupState[]> = {
  nobody: [],
  token: openToMembers,
  app: openToMembers,
  authorsToken: groupStates,
  approversToken: [...openToMembers, 'sharedDeleted', 'retired'],
  strangersToken: [],
  leaversToken: [],
  leaversApp: [],
  moderatorsToken: [],
}

// Pages are rendered without a session.
setApiTransport(async (path, init) => testSite.app.request(path, init))

let testSite: PromptsByState['testSite']
let prompts: TestPrompt[]
let check: ReturnType<typeof createTableCheck<Reader>>
const userIds: Partial<Record<Reader, string>> = {}
const tokens: Record<string, string | undefined> = {}

async function headersOf(reader: Reader): Promise<Record<string, string>> {
  const token = tokens[reader]
  if (token) return { authorization: `Bearer ${token}` }
  const userId = userIds[reader]
  return userId === undefined ? {} : testSite.headersOf(userId)
}

async function addGroups(site: PromptsByState['testSite'], { author }: { author: string }) {
  const add = async (slug: string, members: [string, GroupRole][]) => {
    const id = newId()
    await site.db.insertInto('groups').values({ id, slug, name: slug, createdAt: site.now() }).execute()
    for (const [userId, role] of members)
      await site.db
        .insertInto('groupMembers')
        .values({ groupId: id, userId, role, source: 'admin', createdAt: site.now() })
        .execute()
  }
  const addUser = async (reader: Reader) => {
    const id = await site.addUser(reader)
    userIds[reader] = id
    return id
  }
  const [member, approver, leaver] = [await addUser('member'), await addUser('approver'), await addUser('leaver')]
  await add(testGroup, [
    [author, 'approver'],
    [member, 'reader'],
    [approver, 'approver'],
    [leaver, 'writer'],
  ])
  await add('legal', [[await addUser('stranger'), 'approver']])
}

/** Stores what lets an app act for a member, and returns its access token. */
async function allowApp(userId: string): Promise<string> {
  const { db, now } = testSite
  const [grantId, token] = [newId(), newId()]
  const expiresAt = new Date(now().getTime() + 86_400_000)
  const client = {
    clientId: `app-${grantId}`,
    metadata: JSON.stringify({ client_name: 'An app', redirect_uris: ['http://127.0.0.1:4000/back'] }),
    readAt: now(),
  }
  await db.insertInto('oauthClients').values(client).execute()
  const grant = {
    id: grantId,
    userId,
    clientId: client.clientId,
    scopes: ['read' as const],
    createdAt: now(),
    expiresAt,
  }
  await db
    .insertInto('oauthGrants')
    .values({ ...grant, resource: 'http://localhost/mcp/me' })
    .execute()
  const payload = JSON.stringify({ scope: 'read' })
  await db
    .insertInto('oauthTokens')
    .values({ tokenHash: hashOf(token), kind: 'access', grantId, userId, payload, expiresAt, usedAt: null })
    .execute()
  return token
}

/** Acts on a shared prompt as somebody who then leaves the group. */
async function actAndLeave() {
  const as = userIds.leaver as string
  for (const { id, state } of prompts.filter(({ state }) => state === 'shared' || state === 'sharedNew')) {
    const send = async (method: string, path: string, json?: object) => {
      const response = await testSite.request(path, { method, as, json })
      if (response.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`)
      return response.body
    }
    await send('POST', '/api/votes', { promptId: id, value: 1 })
    await send('POST', '/api/favorites', { promptId: id })
    await send('POST', `/api/prompts/${id}/copy`, {})
    await send('POST', `/api/prompts/${id}/comments`, { content: `A remark about ${state}.` })
    await send('POST', `/api/prompts/${id}/value-sets`, { name: 'Mine', values: { reader: 'me' } })
    const fork = { title: `Mine, ${state}`, content: `Something of my own, ${state}.`, category: 'general' }
    await send('POST', '/api/prompts', { ...fork, status: 'draft', forkOf: id })
  }
  await testSite.db.deleteFrom('groupMembers').where('userId', '=', as).execute()
}

beforeAll(async () => {
  const site = await createPromptsByState(groupStates, addGroups)
  ;({ testSite, prompts } = site)
  const { other, author, moderator, admin } = site.ids
  Object.assign(userIds, { other, author, moderator, admin })
  for (const [name, owner] of [
    ['token', 'member'],
    ['authorsToken', 'author'],
    ['approversToken', 'approver'],
    ['strangersToken', 'stranger'],
    ['leaversToken', 'leaver'],
    ['moderatorsToken', 'moderator'],
  ] as const)
    tokens[name] = (await makeToken(testSite, userIds[owner] as string, ['read'])).token
  tokens.app = await allowApp(userIds.member as string)
  tokens.leaversApp = await allowApp(userIds.leaver as string)
  // Reviews that nobody answered, for the lists of these.
  await testSite.db
    .updateTable('promptReviews')
    .set({ dueAt: new Date(0), askedAt: new Date(0) })
    .execute()
  await actAndLeave()
  check = createTableCheck<Reader>({
    testSite,
    prompts,
    states: groupStates,
    openStates: ['sharedOnce'],
    readers,
    mayRead,
    headersOf,
    shownState: 'sharedNew',
    mustShow: ({ showsGroups = [] }) => showsGroups,
  })
})
afterAll(() => {
  check?.forgetTexts()
  return testSite?.close()
})

describe('a prompt of a group doesn’t appear to others, and appears to its members where its row says so', () => {
  it.each(Object.entries(endpointTable))('in the responses of %s', async (name, row) => {
    expect(await check.violationsOf(name, row)).toEqual([])
  })

  it.each(Object.entries(fileTable))('in %s', async (name, row) => {
    expect(await check.violationsOf(name, row)).toEqual([])
  })

  it('in endpoints that show no prompts, called without parameters', async () => {
    const violations = new Set<string>()
    for (const [name, { method, path }] of Object.entries(contract)) {
      if (method !== 'get' || path.includes('{') || !('never' in (endpointTable[name] ?? {}))) continue
      for (const reader of readers) {
        const text = await check.readAs(reader, { path })
        for (const state of check.hiddenFrom(reader))
          if (isShown(text, state)) violations.add(`${name} shows ${reader} the ${state} prompt: ${path}`)
      }
    }
    expect([...violations]).toEqual([])
  })

  it('in the operator’s export', async () => {
    const exported: string[] = []
    await exportPrompts(testSite.db, async (records) => void exported.push(JSON.stringify(records).toLowerCase()))
    expect(groupStates.filter((state) => isShown(exported.join(), state))).toEqual([])
  })
})

describe('the tools for AI apps show a prompt of a group to its members alone', () => {
  const callsFor = ({ id, slug, formerSlug, state }: TestPrompt): [string, object][] => [
    ['prompts/list', {}],
    ...[id, slug, formerSlug].flatMap((name): [string, object][] => [
      ['prompts/get', { name }],
      ['tools/call', { name: 'get_prompt', arguments: { name } }],
      ['tools/call', { name: 'get_prompt', arguments: { name, label: 'production' } }],
      ['tools/call', { name: 'fetch', arguments: { id: name } }],
      ['completion/complete', { ref: { type: 'ref/prompt', name }, argument: { name: 'reader', value: '' } }],
    ]),
    ...[wordsOf(state).title, wordsOf(state).text].flatMap((query): [string, object][] => [
      ['tools/call', { name: 'search', arguments: { query } }],
      ['tools/call', { name: 'search_prompts', arguments: { query } }],
    ]),
    ['tools/call', { name: 'list_my_prompts', arguments: {} }],
    ['tools/call', { name: 'list_suggested_edits', arguments: { role: 'author' } }],
    ['tools/call', { name: 'list_suggested_edits', arguments: { role: 'proposer' } }],
  ]

  async function call(caller: string, [method, params]: [string, object]): Promise<string> {
    const token = tokens[caller]
    const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' })
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    const path = /app$/i.test(caller) ? '/mcp/me' : '/mcp'
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await testSite.app.request(path, { method: 'POST', headers, body })
    if (response.status !== 200) throw new Error(`${method} as ${caller} returned ${response.status}.`)
    // What the caller sent may be repeated in a refusal.
    const sent = Object.values(params).flatMap((value) => (typeof value === 'object' ? Object.values(value) : value))
    return sent.reduce(
      (text: string, word) =>
        typeof word === 'string' && word !== '' ? text.replaceAll(word.toLowerCase(), '') : text,
      (await response.text()).toLowerCase(),
    )
  }

  it.each(Object.entries(callers))('called by %s', async (caller, readable) => {
    const shown = new Set<AnyState>()
    for (const prompt of prompts)
      for (const request of callsFor(prompt)) {
        const text = await call(caller, request)
        for (const state of groupStates) if (isShown(text, state)) shown.add(state)
      }
    expect([...shown].sort()).toEqual([...readable].sort())
  })
})

describe('a page for everybody', () => {
  const plain = Object.keys(getRouter().routesByPath).filter((path) => !path.includes('$') && !(path in pageTable))
  const rows: [string, (prompt: TestPrompt) => string[]][] = [
    ...Object.entries(pageTable).map(([path, { addresses }]): [string, (prompt: TestPrompt) => string[]] => [
      path,
      addresses,
    ]),
    ...plain.map((path): [string, () => string[]] => [path, () => [path]]),
  ]
  it.each(rows)('has nothing of a group at %s', async (_, addresses) => {
    const rendered = new Map<string, string>()
    for (const address of prompts.flatMap(addresses))
      if (!rendered.has(address)) rendered.set(address, await renderSite(address))
    const isOn = (state: AnyState) =>
      [...rendered].some(([address, text]) => {
        const { title, text: word, tag } = wordsOf(state)
        return [title, ...[word, tag].filter((one) => !address.includes(one))].some((one) => text.includes(one))
      })
    expect(groupStates.filter(isOn)).toEqual([])
  })
})

it('numbers that everybody sees leave shared prompts out', async () => {
  const read = async (path: string) => (await testSite.request(path)).body
  const [home, category, author, all] = [
    await read('/api/home'),
    await read('/api/categories/research'),
    await read('/api/users/writer'),
    await read('/api/prompts?limit=100'),
  ]
  const published = all.items.filter(({ user }: { user: { username: string } }) => user.username === 'writer')
  expect(all.total).toBe(all.items.length)
  expect(category.promptCount).toBe((await read('/api/prompts?limit=100&category=research')).items.length)
  expect([author.contributor.prompts, author.prompts.total]).toEqual([published.length, published.length])
  expect(JSON.stringify(home).toLowerCase()).not.toContain('zqxshared')
})
