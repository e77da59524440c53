import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract'
import type { GroupRole } from '#features/groups/rules.ts'
import { checkerId, composerId } from '#features/models/rules.ts'
import { cutText } from '#lib/well-formed.ts'
import { createAnswerCache } from '#platform/answer-cache.ts'
import { newId } from '#platform/ids.ts'
import { cachedEndpoints } from '#server/http/answer-visitors.ts'
import { comparisonIdIn } from '#test/compare-site.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

/** The words of what only the group may read: in titles, texts, tags and what members say about them. */
const secret = /zq(title|body|tag|said)/i

const answers = createAnswerCache({ maxBytes: 10_000_000, freshMs: 60_000 })
let testSite: TestSite
const people: Record<string, string> = {}
const by = (name: string) => people[name] as string

async function addGroup(slug: string, members: Record<string, GroupRole>) {
  const id = newId()
  await testSite.db.insertInto('groups').values({ id, slug, name: slug, createdAt: new Date() }).execute()
  for (const [name, role] of Object.entries(members))
    await testSite.db
      .insertInto('groupMembers')
      .values({ groupId: id, userId: by(name), role, source: 'admin', createdAt: new Date() })
      .execute()
}

/** Sends a request that has to succeed. */
async function send(method: string, path: string, as: string, json: object = {}) {
  const { status, body } = await testSite.request(path, {
    method,
    as: by(as),
    json: method === 'GET' ? undefined : json,
  })
  if (status >= 400) throw new Error(`${method} ${path} as ${as}: ${status} ${JSON.stringify(body)}`)
  return body
}

/** Reads an address as somebody, or as a visitor who may be answered from the cache. */
async function read(path: string, as?: string, headers: Record<string, string> = {}) {
  const sent = { ...headers, ...(as && (await testSite.headersOf(by(as)))) }
  const response = await testSite.app.request(path, { headers: sent }, visitor)
  return { status: response.status, etag: response.headers.get('etag'), text: await response.text() }
}
const visitor = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }

let texts = 0
const prompt = (more: object) => ({
  title: `Zqtitle ${++texts}`,
  description: 'About zqbody.',
  content: `Write zqbody number ${texts} for {{customer}}.`,
  category: 'research',
  tags: ['zqtag'],
  ...more,
})

async function compare(as: string, promptId: string) {
  const json = { promptId, models: [composerId, checkerId], variables: {} }
  const run = await testSite.stream('/api/comparisons', { as: by(as), json })
  return comparisonIdIn(await run.events())
}

/** What everybody may ask for without a parameter in the path, and what asks for the secret words. */
const questions = [
  ...Object.values(contract).flatMap(({ method, path }) => (method === 'get' && !path.includes('{') ? [path] : [])),
  '/api/prompts?limit=100&sort=proved',
  '/api/prompts?tag=zqtag',
  '/api/prompts?category=research',
  '/api/filters?tag=zqtag',
  '/api/tags?q=zqta',
  '/api/search?q=zqtitle',
  '/api/search?q=zqtitl',
  '/api/search?q=zqbody',
  '/api/search/suggestions?q=zqtit',
  '/api/categories/research',
  '/api/users/writer',
  '/api/users/mate',
  '/api/users/leaver',
  '/api/users/writer/examples',
  '/api/groups/sales',
  '/api/groups/sales/members',
  '/api/groups/sales/reviews',
  '/sitemap.xml',
  '/sitemap/prompts.xml',
  '/sitemap/people.xml',
  '/sitemap/collections.xml',
  '/feed.xml',
  '/category/research/feed.xml',
  '/user/writer/feed.xml',
  '/prompts.md',
  '/category/research.md',
  '/llms.txt',
  '/.well-known/agent-skills/index.json',
  '/marketplace.json',
]
/** Their answers differ from call to call, or tell the caller about themselves or the machine. */
const changing = /captcha|health|audit|sessions|reset|admin\/views|admin\/users|export/

const outside = [undefined, 'outsider', 'stranger', 'moderator', 'admin'] as const

beforeAll(async () => {
  testSite = await createTestSite({ site: { answers, sendsEmail: true } })
  for (const name of ['writer', 'approver', 'mate', 'leaver', 'outsider', 'stranger'])
    people[name] = await testSite.addUser(name)
  people.moderator = await testSite.addUser('moderator', 'moderator')
  people.admin = await testSite.addUser('admin', 'admin')
  await addGroup('sales', { writer: 'writer', approver: 'approver', mate: 'writer', leaver: 'writer' })
  await addGroup('legal', { stranger: 'approver' })
  // What is public stays the same, whatever a group does.
  await testSite.addPrompt({ title: 'For everybody', userId: by('writer'), category: 'research' })
})
afterAll(() => testSite.close())

describe('what a group does', () => {
  it('makes nothing public by a comparison', async () => {
    const { id } = await send('POST', '/api/prompts', 'writer', prompt({ status: 'shared', group: 'sales' }))
    const comparison = await compare('mate', id)
    for (const act of ['publish', 'share'])
      expect(
        (await testSite.request(`/api/comparisons/${comparison}/${act}`, { method: 'POST', as: by('mate'), json: {} }))
          .status,
      ).toBe(409)
    for (const as of outside) expect((await read(`/api/comparisons/${comparison}`, as)).status, as).toBe(404)
  })

  it('isn’t told by an address, an id, or somebody else’s copy of what it was', async () => {
    const shared = await send(
      'POST',
      '/api/prompts',
      'writer',
      prompt({ title: 'Layoffs', status: 'shared', group: 'sales' }),
    )
    const { etag } = await read(`/api/prompts/${shared.id}`, 'mate')
    for (const as of outside) {
      const none = await read(`/api/prompts/${newId()}`, as)
      for (const name of [shared.id, shared.slug, 'layoffs', 'LAYOFFS', shared.slug.slice(0, -1)]) {
        const guessed = await read(`/api/prompts/${name}`, as, { 'if-none-match': etag ?? '*' })
        expect([guessed.status, JSON.parse(guessed.text).error], `${as} ${name}`).toEqual([
          404,
          JSON.parse(none.text).error,
        ])
      }
    }
    for (const as of ['outsider', 'stranger', 'moderator', 'admin']) {
      const own = await send(
        'POST',
        '/api/prompts',
        as,
        prompt({ title: 'Layoffs', content: `Something of ${as}.`, status: 'draft' }),
      )
      expect(own.slug, as).toMatch(as === 'outsider' ? /^layoffs$/ : /^layoffs/)
      const copy = { title: `Copy by ${as}`, content: shared.content }
      const checked = await testSite.request('/api/prompts/check', { method: 'POST', as: by(as), json: copy })
      expect(JSON.stringify(checked.body), as).not.toContain(shared.slug)
    }
  })
})

describe('a prompt that was public', () => {
  it('is gone for everybody else at once, also from caches and for those who send its ETag', async () => {
    const { id, slug } = await send('POST', '/api/prompts', 'writer', prompt({ status: 'published', skill: true }))
    const addresses = [
      ...cachedEndpoints.map((name) => contract[name].path.replace(/\{\w+\}/g, id)),
      ...[
        `/prompt/${slug}.md`,
        `/share/prompt/${slug}.png`,
        `/embed/prompt/${slug}`,
        `/prompt/${slug}/marketplace.json`,
      ],
      ...[`/oembed?url=http://localhost/prompt/${slug}`, `/.well-known/agent-skills/${slug}/SKILL.md`],
      ...questions.filter((path) => !changing.test(path) && !path.startsWith('/api/admin')),
    ]
    const warm = new Map<string, { status: number; etag: string | null; text: string }>()
    for (const path of addresses) warm.set(path, await read(path))
    expect([...warm.values()].filter(({ text }) => secret.test(text)).length).toBeGreaterThan(10)
    await send('PATCH', `/api/prompts/${id}`, 'writer', { status: 'shared', group: 'sales' })
    const left: string[] = []
    for (const [path, { etag, text }] of warm) {
      const again = await read(path, undefined, etag ? { 'if-none-match': etag } : {})
      const isImage = path.endsWith('.png') && again.status !== 404
      const isConfirmed = again.status === 304 && secret.test(text)
      if (isImage || isConfirmed || secret.test(again.text.replaceAll(/zqtit\b|zqta\b|q=zq\w+/g, '')))
        left.push(`${again.status} ${path}: ${cutText(again.text, 200)}`)
    }
    expect(left).toEqual([])
  })
})
