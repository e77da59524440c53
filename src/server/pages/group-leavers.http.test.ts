import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askOwners } from '#features/approvals/server/ask-owners.ts'
import type { GroupRole } from '#features/groups/rules.ts'
import { checkerId, composerId } from '#features/models/rules.ts'
import { deliverEvents } from '#features/notifications/server/deliver-events.ts'
import { cutText } from '#lib/well-formed.ts'
import { createAnswerCache } from '#platform/answer-cache.ts'
import { newId } from '#platform/ids.ts'
import { createApp } from '#server/app.ts'
import { comparisonIdIn } from '#test/compare-site.ts'
import { countStatements } from '#test/count-statements.ts'
import { makeToken } from '#test/mcp-client.ts'
import { createTestServices } from '#test/test-services.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { isShown } from '#test/visibility/check-table.ts'
import { endpointTable, fileTable, type Row } from '#test/visibility/endpoint-table.ts'
import { type TestPrompt, wordsOf } from '#test/visibility/prompts-by-state.ts'

const words = wordsOf('shared')
const ownWords = wordsOf('sharedNew')
const isSecret = (text: string) =>
  (['shared', 'sharedNew'] as const).some((state) => isShown(text.toLowerCase(), state))
const answers = createAnswerCache({ maxBytes: 10_000_000, freshMs: 60_000 })
let testSite: TestSite
let prompt: TestPrompt
/** A prompt that the leaver wrote, which belongs to the group. */
let written: TestPrompt
const people: Record<string, string> = {}
const by = (name: string) => people[name] as string

async function addGroup(slug: string, members: Record<string, GroupRole>, more: object = {}) {
  const id = newId()
  await testSite.db
    .insertInto('groups')
    .values({ id, slug, name: slug, createdAt: new Date(), ...more })
    .execute()
  for (const [name, role] of Object.entries(members))
    await testSite.db
      .insertInto('groupMembers')
      .values({ groupId: id, userId: by(name), role, source: 'admin', createdAt: new Date() })
      .execute()
}

/** Sends a request that has to succeed. */
async function send(method: string, path: string, as: string, json?: object) {
  const { status, body } = await testSite.request(path, { method, as: by(as), json })
  if (status >= 400) throw new Error(`${method} ${path} as ${as}: ${status} ${JSON.stringify(body)}`)
  return body
}

type Credentials = Record<string, string>
async function read(path: string, credentials: Credentials, method = 'GET') {
  const visitor = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }
  const response = await testSite.app.request(path, { method, headers: credentials }, visitor)
  const headers = JSON.stringify([...response.headers])
  return { status: response.status, etag: response.headers.get('etag'), text: await response.text(), headers }
}

/** The paths of a table's reads about the prompt. */
const readsIn = (table: Record<string, Row>) =>
  Object.values(table).flatMap((row) =>
    'never' in row
      ? []
      : [prompt, written].flatMap((one) => row.requests(one).flatMap(({ method, path }) => (method ? [] : [path]))),
  )
const ofGroups = ['sales', 'legal'].flatMap((slug) =>
  ['', '/members', '/collections', '/reviews', '/export'].map((below) => `/api/groups/${slug}${below}`),
)
const others = [
  '/api/prompts?group=sales',
  '/api/filters?group=sales',
  `/api/search?q=${words.title}&group=sales`,
  '/api/webhooks?group=sales',
  '/api/user/groups',
  '/api/user',
]

let paths: string[]
let feed: string
let webhook: string
/** What the leaver read as a member, with their session and with their token. */
const before = new Map<string, Awaited<ReturnType<typeof read>>>()
const credentialsOf: Record<string, Credentials> = {}

beforeAll(async () => {
  testSite = await createTestSite({ site: { answers, sendsEmail: true } })
  for (const name of ['writer', 'leaver', 'mate', 'stranger']) people[name] = await testSite.addUser(name)
  people.admin = await testSite.addUser('admin', 'admin')
  await testSite.db.updateTable('users').set({ emailVerified: true }).execute()
  await send('POST', `/api/admin/users/${by('leaver')}/credits`, 'admin', { amount: 500, reason: 'For comparisons.' })
  const roles = { writer: 'approver', leaver: 'approver', mate: 'writer' } as const
  await addGroup('sales', roles)
  await addGroup('legal', roles, { needsApproval: true })
  const texts = {
    title: `${words.title} and more`,
    description: `About ${words.text}.`,
    content: `Explain ${words.text} to {{reader}}.`,
    category: 'research',
    tags: [words.tag],
  }
  const shared = await send('POST', '/api/prompts', 'writer', {
    ...texts,
    status: 'shared',
    group: 'sales',
    skill: true,
  })
  const { id, slug } = shared
  const own = await send('POST', '/api/prompts', 'leaver', {
    title: ownWords.title,
    content: `Explain ${ownWords.text} to {{reader}}.`,
    category: 'research',
    tags: [ownWords.tag],
    status: 'shared',
    group: 'sales',
    skill: true,
  })
  // What the leaver does as a member.
  await send('POST', '/api/votes', 'leaver', { promptId: id, value: 1 })
  await send('POST', '/api/favorites', 'leaver', { promptId: id })
  await send('PUT', '/api/user/follows/person/writer', 'leaver')
  await send('POST', `/api/prompts/${id}/copy`, 'leaver', {})
  await send('POST', `/api/prompts/${id}/value-sets`, 'leaver', { name: 'Mine', values: { reader: 'me' } })
  const run = await testSite.stream('/api/comparisons', {
    as: by('leaver'),
    json: { promptId: id, models: [composerId, checkerId], variables: {} },
  })
  const comparisonId = comparisonIdIn(await run.events())
  const { slug: collectionSlug } = await send('POST', '/api/collections', 'writer', {
    title: 'For the team',
    visibility: 'shared',
    groups: ['sales'],
  })
  await send('POST', `/api/collections/${collectionSlug}/items`, 'writer', { kind: 'prompt', id })
  const choice = await send('POST', '/api/collections', 'leaver', { title: 'My choice', visibility: 'private' })
  await send('POST', `/api/collections/${choice.id}/items`, 'leaver', { kind: 'prompt', id })
  const draft = await send('POST', '/api/prompts', 'mate', {
    ...texts,
    title: `${words.title} to approve`,
    content: `Another ${words.text} text.`,
    status: 'draft',
  })
  const approval = await send('POST', `/api/prompts/${draft.id}/approvals`, 'mate', {
    status: 'shared',
    group: 'legal',
  })
  await send('POST', `/api/approvals/${approval.id}/comments`, 'leaver', { body: 'Shorter, please.' })
  feed = new URL((await send('POST', '/api/user/notification-feed', 'leaver')).url).pathname
  const skills = new URL((await send('POST', '/api/user/skill-address', 'leaver')).url).pathname
  const made = await send('POST', '/api/webhooks', 'leaver', {
    url: 'https://receiver.example/hook',
    events: ['prompt.changed'],
    group: 'sales',
  })
  webhook = made.webhook.id
  // What others do then: the leaver is told of a new version, and that a review is due.
  await send('PATCH', `/api/prompts/${id}`, 'writer', { content: `Explain ${words.text} to {{reader}} anew.` })
  await send('PUT', `/api/prompts/${id}/labels/production`, 'writer', { version: 2 })
  await send('POST', `/api/prompts/${id}/comments`, 'mate', { content: `About ${words.text}: it works.` })
  await send('PATCH', `/api/prompts/${id}/review`, 'writer', { owner: 'leaver' })
  await testSite.db
    .updateTable('promptReviews')
    .set({ dueAt: new Date(0) })
    .execute()
  await askOwners({ ...testSite, siteName: 'Test', origin: () => 'http://localhost', sendsEmail: true })
  await deliverEvents(testSite.db, testSite.now)
  prompt = {
    ...{ state: 'shared', id, slug, formerSlug: slug, content: texts.content, author: 'writer', comparisonId },
    ...{ caseId: '', exampleId: '', changeRequestId: '', approvalId: approval.id, feed, skills, collectionSlug },
  }
  const { id: ownId, slug: ownSlug, content: ownContent } = own
  written = {
    ...{ ...prompt, state: 'sharedNew', id: ownId, slug: ownSlug, formerSlug: ownSlug, content: ownContent },
    ...{ author: 'leaver', comparisonId: '', approvalId: '' },
  }
  const { token } = await makeToken(testSite, by('leaver'), ['read'])
  credentialsOf.session = await testSite.headersOf(by('leaver'))
  credentialsOf.token = { authorization: `Bearer ${token}` }
  paths = [
    ...new Set([
      ...readsIn(endpointTable),
      ...readsIn(fileTable),
      ...ofGroups,
      ...others,
      `/api/collections/${choice.id}`,
    ]),
  ]
  for (const [name, credentials] of Object.entries(credentialsOf))
    for (const path of paths) before.set(`${name} ${path}`, await read(path, credentials))
  for (const slug of ['sales', 'legal']) await send('DELETE', `/api/groups/${slug}/members/leaver`, 'admin')
})
afterAll(() => testSite?.close())

describe('somebody who has left a group', () => {
  it('had read of its prompts in many places', () => {
    const shown = (name: string) =>
      [...before].filter(([key, { text }]) => key.startsWith(name) && isSecret(text)).length
    expect(shown('session')).toBeGreaterThan(35)
    expect(shown('token')).toBeGreaterThan(20)
    expect(isSecret(before.get(`session ${feed}`)?.text ?? '')).toBe(true)
  })

  it.each(['session', 'token'])(
    'reads nothing of them with their %s: not again, not in part, and not by an ETag',
    async (name) => {
      const credentials = credentialsOf[name] as Credentials
      const left: string[] = []
      for (const path of paths) {
        const was = before.get(`${name} ${path}`)
        const again = [
          await read(path, credentials),
          await read(path, { ...credentials, range: 'bytes=0-40' }),
          await read(path, credentials, 'HEAD'),
          ...(was?.etag ? [await read(path, { ...credentials, 'if-none-match': was.etag })] : []),
        ]
        for (const { status, text, headers } of again)
          if (isSecret(text) || isSecret(headers) || (status === 304 && isSecret(was?.text ?? '')))
            left.push(`${status} ${path}: ${cutText(text, 150)}`)
        const [get, , head] = again
        if (get?.status !== head?.status) left.push(`${path}: GET ${get?.status}, HEAD ${head?.status}`)
      }
      expect(left).toEqual([])
    },
  )

  it('isn’t told by the bell, the private feed, an email or the log of a webhook what happens there', async () => {
    const countLetters = async () =>
      (await testSite.db.selectFrom('letters').select(['recipient', 'subject', 'body']).execute()).filter(
        ({ recipient }) => recipient?.startsWith('leaver'),
      ).length
    const sent = await countLetters()
    await send('PATCH', `/api/prompts/${prompt.id}`, 'writer', { content: `Explain ${words.text} once more.` })
    await send('POST', `/api/prompts/${prompt.id}/comments`, 'mate', { content: `${words.text} again.` })
    await testSite.db
      .updateTable('promptReviews')
      .set({ dueAt: new Date(0), askedAt: null })
      .execute()
    await askOwners({ ...testSite, siteName: 'Test', origin: () => 'http://localhost', sendsEmail: true })
    await deliverEvents(testSite.db, testSite.now)
    const session = credentialsOf.session as Credentials
    const bell = await read('/api/notifications?limit=100', session)
    expect(isSecret(bell.text + (await read(feed, {})).text)).toBe(false)
    expect(JSON.parse(bell.text).items.filter(({ kind }: { kind: string }) => kind === 'prompt-version')).toEqual([])
    expect(await countLetters()).toBe(sent)
    expect((await read(`/api/webhooks/${webhook}/deliveries`, session)).status).toBe(404)
  })

  it('can’t act on them, and gets the answer that a prompt that doesn’t exist gets', async () => {
    const problems: string[] = []
    for (const [name, row] of Object.entries(endpointTable)) {
      if ('never' in row || !row.refuses) continue
      for (const { method = 'GET', path, json } of [...row.requests(prompt), ...row.requests(written)]) {
        const answer = await testSite.request(path, {
          method,
          as: by('leaver'),
          json: method === 'GET' ? undefined : json,
        })
        if (![400, 403, 404].includes(answer.status)) problems.push(`${name}: ${answer.status}`)
      }
    }
    expect(problems).toEqual([])
  })
})

describe('a prompt that somebody may not see', () => {
  /** Sends requests with an app that counts its statements. */
  async function ask(path: string, method: string, cookie: Credentials, json?: object) {
    const { db, statements } = countStatements(testSite.db)
    const app = createApp({ ...createTestServices(db), db, moderation: 'post' })
    const headers = { ...cookie, ...(json && { 'content-type': 'application/json' }) }
    const send = async () => {
      statements.count = 0
      const response = await app.request(path, { method, headers, body: json && JSON.stringify(json) })
      const { error, code } = await response.json().catch(() => ({}))
      return `${response.status} ${code} ${error}, ${statements.count} statements`
    }
    await send()
    return send()
  }

  it('takes the same steps as one that doesn’t exist, whatever is asked, so neither the answer nor the time tells', async () => {
    const missing = newId()
    const differences: string[] = []
    for (const as of ['leaver', 'stranger', 'admin'])
      for (const [name, row] of Object.entries(endpointTable)) {
        if ('never' in row || !row.refuses) continue
        const cookie = await testSite.headersOf(by(as))
        for (const { method = 'GET', path, json } of row.requests(prompt)) {
          const other = JSON.parse(
            JSON.stringify({ path, json: json ?? null })
              .replaceAll(prompt.id, missing)
              .replaceAll(prompt.approvalId, missing),
          )
          const sent = method === 'GET' ? undefined : json
          const hidden = await ask(path, method, cookie, sent)
          const absent = await ask(other.path, method, cookie, sent && other.json)
          if (hidden !== absent) differences.push(`${name} as ${as}: ${hidden} | ${absent}`)
        }
      }
    expect(differences).toEqual([])
  })
})

describe('an admin who isn’t in the group', () => {
  it('reads no title or text of it in the audit log, the overview or other lists of the administration', async () => {
    await send('POST', `/api/prompts/${prompt.id}/review/retire`, 'writer', {})
    await send('DELETE', `/api/prompts/${prompt.id}`, 'writer')
    const admin = await testSite.headersOf(by('admin'))
    const shown: string[] = []
    const lists = [
      'audit',
      'views',
      'overview',
      'reports',
      'prompts?status=deleted',
      'prompts?status=removed',
      'comments',
      'examples',
    ]
    for (const list of lists) {
      const { text } = await read(`/api/admin/${list}`, admin)
      if (isSecret(text)) shown.push(`${list}: ${cutText(text, 300)}`)
    }
    expect(shown).toEqual([])
  })
})
