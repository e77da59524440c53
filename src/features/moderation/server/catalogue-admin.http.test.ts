import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findToolDrifts } from '#features/tools/server/tool-counts.ts'
import { everything } from '#platform/database/content-changes.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let admin: string
beforeAll(async () => {
  testSite = await createTestSite()
  admin = await testSite.addUser('root', 'admin')
})
afterAll(() => testSite.close())

const send = (method: string, path: string, json?: object) => testSite.request(path, { method, as: admin, json })
const newTool = {
  name: 'Ink Well',
  description: 'Writes letters for people who hate to.',
  type: 'text',
  url: 'https://ink.example.com',
  isFree: true,
  category: 'writing-editing',
}

const description = 'Made by a test, for nothing else.'

describe('categories that admins add at the same time', () => {
  const positions = async () =>
    (await testSite.db.selectFrom('categories').select('position').orderBy('position').execute()).map(
      (row) => row.position,
    )

  it('are all added, each at its own position', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => send('POST', '/api/admin/categories', { name: `Shared ${n}`, description })),
    )
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
    expect(await positions()).toEqual((await positions()).map((_, index) => index + 1))
  })

  it('each get a position of their own, even while another category is moved', async () => {
    const [first] = (await send('GET', '/api/admin/categories')).body
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        n % 2
          ? send('POST', '/api/admin/categories', { name: `Moved ${n}`, description })
          : send('PATCH', `/api/admin/categories/${first.id}`, { position: n + 2 }),
      ),
    )
    expect(responses.filter(({ status }) => status >= 400)).toEqual([])
    expect(await positions()).toEqual((await positions()).map((_, index) => index + 1))
  })

  it('are added only once under the same name', async () => {
    const category = { name: 'Added twice', description }
    const created = await Promise.all([1, 2].map(() => send('POST', '/api/admin/categories', category)))
    expect(created.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

it.each(['日本語', 'Newest', '019a9d1e-7c00-7000-8000-000000000001'])(
  'a category can’t be named %s, since its slug would be empty, or the path of a page, or an id',
  async (name) => {
    const response = await send('POST', '/api/admin/categories', { name, description })
    expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  },
)

describe('tools', () => {
  it('are added, found, changed and deleted, and the stored counters stay correct', async () => {
    const created = await send('POST', '/api/admin/tools', newTool)
    expect(created.status, 'existing programs don’t send a new field: give the field a default in NewTool').toBe(201)
    expect(created).toMatchObject({
      status: 201,
      body: { slug: 'ink-well', featured: false, tags: [], url: 'https://ink.example.com/' },
    })
    const { id } = created.body
    expect((await send('POST', '/api/admin/tools', newTool)).status).toBe(409)
    const changed = await send('PATCH', `/api/admin/tools/${id}`, {
      name: 'Inkwell Pro',
      isFree: false,
      featured: true,
      type: 'ai',
    })
    expect(changed.body).toMatchObject({
      slug: 'ink-well',
      name: 'Inkwell Pro',
      isFree: false,
      category: { slug: 'writing-editing' },
    })
    expect((await send('GET', '/api/tools?type=ai&free=false')).body.total).toBe(1)
    expect((await send('GET', '/api/admin/tools?q=inkwell')).body.items).toMatchObject([{ id }])
    expect(await findToolDrifts(testSite.db)).toEqual([])
    expect((await send('DELETE', `/api/admin/tools/${id}`)).status).toBe(204)
    expect((await send('DELETE', `/api/admin/tools/${id}`)).status).toBe(404)
    expect((await send('GET', '/api/tools/ink-well')).status).toBe(404)
    expect(await findToolDrifts(testSite.db)).toEqual([])
  })

  it.each([
    ['a URL that runs a script', { url: 'javascript:alert(1)' }, 'url'],
    ['an unknown category', { category: 'nowhere' }, 'category'],
    ['a name of only a space', { name: ' ' }, 'name'],
  ])('with %s are refused, whether added or changed', async (_, wrong, field) => {
    const tool = await testSite.addTool()
    const responses = [
      await send('POST', '/api/admin/tools', { ...newTool, ...wrong }),
      await send('PATCH', `/api/admin/tools/${tool.id}`, wrong),
    ]
    for (const { status, body } of responses) expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })
})

describe('categories', () => {
  const slugs = async () => (await send('GET', '/api/categories')).body.map(({ slug }: { slug: string }) => slug)

  it('can be renamed and moved, and keep their URL', async () => {
    const before = await slugs()
    const { body: research } = await send('GET', '/api/categories/research')
    const edit = { name: 'Looking things up', position: 1 }
    expect((await send('PATCH', `/api/admin/categories/${research.id}`, edit)).body).toMatchObject({
      slug: 'research',
      name: edit.name,
    })
    expect(await slugs()).toEqual(['research', ...before.filter((slug: string) => slug !== 'research')])
    await send('PATCH', `/api/admin/categories/${research.id}`, { position: 99 })
    expect((await slugs()).at(-1)).toBe('research')
  })

  it('can be moved concurrently, and keep distinct positions', async () => {
    const { body } = await send('GET', '/api/admin/categories')
    const moves = [1, 5, 9].map((position, index) =>
      send('PATCH', `/api/admin/categories/${body[index + 3].id}`, { position }),
    )
    expect((await Promise.all(moves)).map(({ status }) => status)).toEqual([200, 200, 200])
    const rows = await testSite.db.selectFrom('categories').select('position').orderBy('position').execute()
    expect(rows.map(({ position }) => position)).toEqual(body.map((_: unknown, index: number) => index + 1))
  })

  it('can be added, and can be deleted if they are empty and not among the fifteen fixed ones', async () => {
    const json = { name: 'Law & order', description: 'Contracts, letters and claims.' }
    const created = await send('POST', '/api/admin/categories', json)
    expect(created).toMatchObject({ status: 201, body: { slug: 'law-and-order', promptCount: 0 } })
    expect((await send('POST', '/api/admin/categories', json)).status).toBe(409)
    await testSite.addPrompt({ category: 'law-and-order', status: 'draft' })
    const path = `/api/admin/categories/${created.body.id}`
    expect((await send('DELETE', path)).status).toBe(409)
    await testSite.db.deleteFrom('prompts').execute()
    expect((await send('DELETE', path)).status).toBe(204)
    const { body: general } = await send('GET', '/api/categories/general')
    expect((await send('DELETE', `/api/admin/categories/${general.id}`)).status).toBe(409)
    expect((await send('POST', '/api/admin/categories', { ...json, name: '法律' })).status).toBe(400)
  })
})

describe('prompts', () => {
  it('can be featured and unfeatured, which changes lists and counters', async () => {
    const prompt = await testSite.addPrompt()
    const feature = (featured: boolean) => send('PATCH', `/api/admin/prompts/${prompt.id}`, { featured })
    const total = async () => (await send('GET', '/api/prompts?featured=true')).body.total
    expect((await feature(true)).body.featured).toBe(true)
    expect([await total(), (await send('GET', '/api/prompts/featured')).body.length]).toEqual([1, 1])
    await feature(true)
    await feature(false)
    expect(await total()).toBe(0)
  })

  it('can be removed only with a reason, are then listed only for moderators, and can be restored', async () => {
    const prompt = await testSite.addPrompt({ title: 'Pills for everybody', tags: ['gone'] })
    const moderate = (json: object) => send('PATCH', `/api/admin/prompts/${prompt.slug}`, json)
    expect(Object.keys((await moderate({ status: 'removed' })).body.fields)).toEqual(['removedReason'])
    expect((await moderate({ removedReason: 'Why not.' })).status).toBe(400)
    expect((await moderate({ status: 'removed', removedReason: 'It sells pills.' })).body.status).toBe('removed')
    expect((await send('GET', '/api/prompts?tag=gone')).body.total).toBe(0)
    const found = (await send('GET', `/api/admin/prompts?status=removed&q=FOR every`)).body
    expect(found).toMatchObject({ total: 1, items: [{ id: prompt.id, removedReason: 'It sells pills.' }] })
    // This finds the prompt by its author, the site account.
    expect((await send('GET', '/api/admin/prompts?status=removed&q=PromptArium')).body.total).toBe(1)
    expect((await moderate({ featured: true })).status).toBe(409)
    expect((await moderate({ status: 'published', tags: ['back'] })).body).toMatchObject({
      status: 'published',
      removedReason: null,
    })
    expect((await send('GET', '/api/prompts?tag=back')).body.total).toBe(1)
  })
})

it('the audit log can be filtered by actor, action and target, and shows current names', async () => {
  const mo = await testSite.addUser('mo', 'moderator')
  const prompt = await testSite.addPrompt({ title: 'A prompt with a name' })
  const json = { status: 'removed', removedReason: 'Spam.' }
  await testSite.request(`/api/admin/prompts/${prompt.id}`, { method: 'PATCH', as: mo, json })
  const read = async (query: string) => (await send('GET', `/api/admin/audit?${query}`)).body
  const entry = { action: 'prompt.remove', actor: { name: 'mo' }, target: { name: 'A prompt with a name' } }
  for (const query of ['actor=MO', `target=prompt:${prompt.id}`, 'action=prompt.remove&limit=1'])
    expect((await read(query)).items[0], query).toMatchObject(entry)
  expect(await read('actor=nobody')).toMatchObject({ items: [], total: 0, nextCursor: null })
})

it('clearing the cache marks everything as changed', async () => {
  expect((await send('POST', '/api/cache/clear')).status).toBe(204)
  const last = await testSite.db.selectFrom('contentChanges').selectAll().orderBy('version', 'desc').executeTakeFirst()
  expect(last?.keys).toEqual([everything])
})

describe('what a tool’s page shows beyond its card', () => {
  const details = { strengths: ['Long letters', 'Apologies'], prices: 'Free; Pro $5 a month', pricesOn: '2026-01-31' }

  it('is set by admins, and prices need the day on which they were looked up', async () => {
    const { body: tool } = await send('POST', '/api/admin/tools', { ...newTool, name: 'Detailed', ...details })
    expect((await testSite.request(`/api/tools/${tool.slug}`)).body).toMatchObject({ ...details, picture: null })
    const refused = await send('PATCH', `/api/admin/tools/${tool.id}`, { pricesOn: null })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['pricesOn']])
    expect((await send('PATCH', `/api/admin/tools/${tool.id}`, { strengths: ['x'.repeat(81)] })).status).toBe(400)
    await send('PATCH', `/api/admin/tools/${tool.id}`, { prices: '', pricesOn: null, featured: true })
    const { body } = await testSite.request(`/api/tools/${tool.slug}`)
    expect(body).toMatchObject({ strengths: details.strengths, prices: '', pricesOn: null })
  })

  it('includes tools that do the same job, and no others', async () => {
    const job = { ...newTool, tags: ['letters', 'open source'], category: 'personal' }
    for (const [name, change] of [
      ['Quill', {}],
      ['Nib', {}],
      ['Blotter', { tags: ['paper', 'open source'] }],
      ['Far Quill', { category: 'research' }],
    ] as const)
      await send('POST', '/api/admin/tools', { ...job, ...change, name })
    const { body } = await testSite.request('/api/tools/quill')
    // Blotter shares only how it is made, and Far Quill only one tag and no category.
    expect(body.alternatives.map(({ name }: { name: string }) => name)).toEqual(['Nib'])
  })

  it('includes a mark and a picture that an admin uploads, replaces and removes', async () => {
    const { body: tool } = await send('POST', '/api/admin/tools', { ...newTool, name: 'Pictured' })
    const upload = (kind: string, body: Uint8Array<ArrayBuffer>, as = admin) =>
      testSite.request(`/api/admin/tools/${tool.id}/pictures/${kind}`, { method: 'PUT', as, body })
    const draw = async (background: string) => {
      const { default: sharp } = await import('sharp')
      const picture = sharp({ create: { width: 300, height: 200, channels: 3, background } })
      return new Uint8Array(await picture.png().toBuffer())
    }
    const member = await testSite.addUser('painter')
    expect((await upload('mark', await draw('red'), member)).status).toBe(403)
    expect((await upload('banner', await draw('red'))).status).toBe(400)
    expect((await upload('mark', new Uint8Array(Buffer.from('<svg onload="alert(1)"/>')))).status).toBe(400)
    const { body: marked } = await upload('mark', await draw('red'))
    expect(marked).toMatchObject({ hasOwnMark: true, mark: expect.stringMatching(/^\/pictures\/tools\/.*mark-/) })
    await upload('picture', await draw('green'))
    const { body: shown } = await testSite.request('/api/tools/pictured')
    expect(shown).toMatchObject({ mark: marked.mark, picture: { width: 300, height: 200 } })
    for (const path of [shown.mark, shown.picture.src]) {
      const file = await testSite.app.request(path)
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(file.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    const { body: replaced } = await upload('mark', await draw('blue'))
    expect((await testSite.app.request(marked.mark)).status).toBe(404)
    expect((await testSite.app.request(replaced.mark)).status).toBe(200)
    const removed = await send('DELETE', `/api/admin/tools/${tool.id}/pictures/mark`)
    expect(removed.body).toMatchObject({ hasOwnMark: false, mark: null })
    await send('DELETE', `/api/admin/tools/${tool.id}`)
    expect((await testSite.app.request(shown.picture.src)).status).toBe(404)
    expect((await upload('mark', await draw('red'))).status).toBe(404)
  })
})
