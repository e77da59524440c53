import { globSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setApiTransport } from '#client/api-transport.ts'
import { cutText } from '#lib/well-formed.ts'
import { describeApi } from '#server/http/openapi.ts'
import { callMax, longestTurnMsOf, threadCpuMsOf } from '#test/cpu-time.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { renderSite } from '../render-site.ts'
import { type Endpoint, endpointsOf } from './endpoint-requests.ts'
import { extremeTexts } from './extreme-texts.ts'

/** Endpoints that would end the session that the requests need. */
const endsSession = [
  'POST /api/logout',
  'DELETE /api/user',
  'DELETE /api/user/sessions/{id}',
  'PATCH /api/admin/users/{id}',
]

const texts = Object.entries(extremeTexts(199_000)).map(([name, text]) => [name, text.toWellFormed()] as const)

/** One text of each kind, for the many endpoints. */
const someTexts = texts.filter(([name]) =>
  ['spaces', 'opening braces', 'one letter', 'zero-width spaces', 'combining marks', 'commas'].includes(name),
)

setApiTransport(async (path, init) => testSite.app.request(path, init))

let testSite: TestSite
let admin: string
let tool: { id: string; slug: string }
/** The prompts with extreme texts that the site accepted. */
const prompts: { name: string; id: string; slug: string }[] = []
beforeAll(async () => {
  testSite = await createTestSite()
  admin = await testSite.addUser('ada', 'admin')
  tool = await testSite.addTool()
  // The first requests load and compile what they need.
  for (const path of ['/', '/prompts', '/search?q=a']) await renderSite(path)
})
afterAll(() => testSite.close())

describe('a prompt with an extreme text', () => {
  it('has pages', () => {
    expect(promptPages).toEqual(expect.arrayContaining(['/prompt/$slug', '/prompt/$slug/history']))
  })

  it.each(texts)('is stored, read and shown without a stall: %s', async (name, content) => {
    const slow: string[] = []
    let stored: { id: string; slug: string } | undefined
    await measure(slow, `${name}: POST /api/prompts`, async () => {
      const json = { title: `About ${name} ${prompts.length}`, content, category: 'general', status: 'published' }
      const { status, body } = await testSite.request('/api/prompts', { method: 'POST', as: admin, json })
      if (status === 201) stored = body
    })
    if (stored) {
      const { id, slug } = stored
      prompts.push({ name, id, slug })
      for (const path of [
        `/api/prompts/${id}`,
        `/prompt/${slug}.md`,
        `/embed/prompt/${slug}`,
        `/api/prompts/related/${id}`,
      ])
        await measure(slow, `${name}: GET ${path.replace(id, '{id}').replace(slug, '{slug}')}`, () => get(path))
      for (const page of promptPages)
        await measure(slow, `${name}: page ${page}`, () => renderSite(page.replace('$slug', slug)))
    }
    expect(slow.join('\n')).toBe('')
  })
})

describe('endpoints', () => {
  it('take an extreme text in every parameter and field without a stall', async () => {
    const ids = await createIds()
    const slow: string[] = []
    const endpoints = endpointsOf(describeApi(testSite.app), ids)
      .filter(({ title }) => !endsSession.includes(title))
      .toSorted((a, b) => orderOf(a) - orderOf(b))
    expect(endpoints.length).toBeGreaterThan(150)
    for (const { title, method, request } of endpoints)
      for (const [name, text] of someTexts) {
        const { path, json } = request(text)
        await measure(slow, `${name}: ${title}`, () => send(method, path, json))
        if (path === request('a').path && json === undefined) break
      }
    expect(slow.join('\n')).toBe('')
    expect((await testSite.request('/api/user', { as: admin })).status).toBe(200)
  })
})

describe('pages', () => {
  it('show what all these texts left behind without a stall', async () => {
    const slow: string[] = []
    for (const page of pages) await measure(slow, `page ${page}`, () => renderSite(page))
    for (const [name, text] of someTexts)
      await measure(slow, `${name}: page /search`, () =>
        renderSite(`/search?q=${encodeURIComponent(cutText(text, 1000))}`),
      )
    expect(slow.join('\n')).toBe('')
  })
})

const routeFiles = globSync('**/[!-_]*.tsx', { cwd: join(import.meta.dirname, '../../src/routes') })
const routes = routeFiles.filter((file) => !file.includes('.test.')).map((file) => `/${file.replace('.tsx', '')}`)
const addressOf = (route: string) =>
  route
    .replace(/index$/, '')
    .replaceAll('_.', '/')
    .replaceAll('.', '/')
/** The pages about one prompt, and those about nothing in particular. */
const promptPages = routes.filter((route) => route.startsWith('/prompt/$slug')).map(addressOf)
const pages = [...routes.filter((route) => !route.includes('$')).map(addressOf), '/category/general', '/user/ada']

/** Adds what addresses name, and returns the function that tells the value of a parameter in a path. */
async function createIds(): Promise<(path: string, name: string) => string> {
  const promptId = prompts[0]?.id ?? ''
  const add = async (path: string, json: object) => {
    const { status, body } = await testSite.request(path, { method: 'POST', as: admin, json })
    if (status !== 201) throw new Error(`POST ${path} was answered with ${status}.`)
    return String(body.id)
  }
  const idByFolder: Record<string, string> = {
    tools: tool.id,
    users: await testSite.addUser('grace'),
    collections: await add('/api/collections', { title: 'All that is long' }),
    comments: await add(`/api/prompts/${promptId}/comments`, { content: 'It is long.' }),
    categories: 'general',
    category: 'general',
    profiles: 'grace',
  }
  return (path, name) => {
    if (name === 'username') return 'grace'
    const folder = /([\w-]+)\/\{\w+\}/.exec(path)?.[1] ?? ''
    return idByFolder[folder] ?? promptId
  }
}

/** What removes comes last, because the other requests need what it removes. */
function orderOf({ title, method }: Endpoint): number {
  if (method === 'DELETE') return 2
  return title.includes('/api/admin/') ? 1 : 0
}

async function get(path: string): Promise<void> {
  await (await testSite.app.request(path)).arrayBuffer()
}

async function send(method: string, path: string, json: unknown): Promise<void> {
  const headers = new Headers(await testSite.headersOf(admin))
  if (json !== undefined) headers.set('content-type', 'application/json')
  const response = await testSite.app.request(path, {
    method,
    headers,
    body: json === undefined ? undefined : JSON.stringify(json),
  })
  await response.arrayBuffer()
}

/**
 * Adds a line to `slow` if work stalls the thread. Work is repeated only if it seems to. An export takes as long as there
 * are texts, and gives others their turn in between.
 */
async function measure(slow: string[], title: string, work: () => Promise<unknown>): Promise<void> {
  const taken = /\/export$/.test(title) ? await longestTurnMsOf(work) : await threadCpuMsOf(work, callMax)
  if (taken > callMax) slow.push(`${title}: ${Math.round(taken)} ms`)
}
