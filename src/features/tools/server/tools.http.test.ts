import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renewStored } from '#features/catalogue/server/stored/renew-stored.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import type { Tool, ToolCount } from '../contract.ts'
import { toolFactNames, toolFacts } from '../rules.ts'
import { toolSearchRenewal } from './renew-tool-search.ts'

let testSite: TestSite

beforeAll(async () => {
  testSite = await createTestSite()
  await testSite.addTool({
    name: 'Aperture Desk',
    description: 'Edits product photos by describing the light.',
    type: 'image',
    isFree: false,
    featured: true,
    tags: ['photo', 'light'],
    category: 'image-generation',
  })
  await testSite.addTool({
    name: 'Lector',
    description: 'Reads long documents with you.',
    tags: ['reading', 'light'],
    category: 'research',
  })
  await testSite.addTool({
    name: 'fallow',
    description: 'A plain editor that suggests cuts.',
    category: 'writing-editing',
  })
  await testSite.addTool({
    name: 'Murmur',
    description: 'Transcribes meetings on your own machine.',
    type: 'audio',
    featured: true,
    category: 'productivity',
  })
  await testSite.addTool({ name: 'Glossar', description: 'One term base for a team.', isFree: false })
})
afterAll(() => testSite.close())

async function list(query = '') {
  const { status, body } = await testSite.request(`/api/tools${query}`)
  expect(status).toBe(200)
  return { ...body, names: body.items.map(({ name }: { name: string }) => name) }
}

describe('the list of tools', () => {
  it('is sorted by name regardless of letter case, and has its total', async () => {
    expect(await list()).toMatchObject({
      names: ['Aperture Desk', 'fallow', 'Glossar', 'Lector', 'Murmur'],
      total: 5,
      nextCursor: null,
    })
  })

  it('can be sorted by job, in the order of the categories', async () => {
    // Without Glossar, which has the default category, General: no particular job.
    const names = ['fallow', 'Lector', 'Murmur', 'Aperture Desk']
    expect((await list('?sort=job')).names.filter((name: string) => name !== 'Glossar')).toEqual(names)
  })

  describe('is filtered by type, price and words, together with its total', () => {
    it.each([
      ['?type=text', ['fallow', 'Glossar', 'Lector']],
      ['?free=true', ['fallow', 'Lector', 'Murmur']],
      ['?free=false', ['Aperture Desk', 'Glossar']],
      ['?type=text&free=false', ['Glossar']],
      ['?type=video', []],
      ['?q=transcribes', ['Murmur']],
      ['?q=light&free=true', ['Lector']],
      ['?q=aperure', ['Aperture Desk']],
      ['?q=zzzzzz', []],
    ])('(%s)', async (query, names) => {
      expect(await list(query)).toMatchObject({ names, total: names.length })
    })
  })

  it.each(toolFactNames)('is filtered by %s, and its totals agree with the counts', async (fact) => {
    const [no, yes] = await Promise.all([false, true].map((value) => list(`?${toolFacts[fact]}=${value}`)))
    expect(yes.items.filter((tool: Tool) => !tool[fact])).toEqual([])
    expect(no.items.filter((tool: Tool) => tool[fact])).toEqual([])
    expect([no.total, yes.total]).toEqual([no.items.length, yes.items.length])
    expect(yes.total + no.total).toBe((await list()).total)
    const counts: ToolCount[] = (await testSite.request('/api/tools/counts')).body
    expect(counts.filter((count) => count[fact]).reduce((sum, { tools }) => sum + tools, 0)).toBe(yes.total)
  })

  it.each(['', '?sort=job', '?type=text', '?q=a+plain+machine+documents'])(
    'is paged without gaps or repetitions: %s',
    async (filter) => {
      const whole = await list(filter)
      const names: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page = await list(`${filter || '?'}&limit=1${cursor && `&cursor=${cursor}`}`)
        expect(page.total).toBe(whole.total)
        names.push(...page.names)
        cursor = page.nextCursor
      }
      expect(names).toEqual(whole.names)
      expect(names.length).toBeGreaterThan(1)
    },
  )

  it.each(['?type=hammer', '?free=perhaps', '?cursor=nonsense', '?limit=0'])('refuses %s', async (query) => {
    expect((await testSite.request(`/api/tools${query}`)).body).toMatchObject({ code: 'validation_failed' })
  })
})

describe('one tool', () => {
  it('is found by slug and by id', async () => {
    const { body } = await testSite.request('/api/tools/aperture-desk')
    expect(body).toMatchObject({
      name: 'Aperture Desk',
      type: 'image',
      isFree: false,
      featured: true,
      category: { name: 'Image generation', slug: 'image-generation' },
    })
    expect((await testSite.request(`/api/tools/${body.id}`)).body).toEqual(body)
  })

  it('returns 404 if it is unknown', async () => {
    for (const name of ['no-such-tool', '019a9d1e-7c00-7000-8000-000000000001']) {
      expect((await testSite.request(`/api/tools/${name}`)).status).toBe(404)
    }
  })
})

describe('short lists', () => {
  it('include the editors’ choice', async () => {
    const { body } = await testSite.request('/api/tools/featured')
    expect(body.map(({ slug }: { slug: string }) => slug)).toEqual(['aperture-desk', 'murmur'])
  })

  it('include the numbers of tools of each type and price', async () => {
    const { body } = await testSite.request('/api/tools/counts')
    expect(body).toHaveLength(4)
    expect(body).toContainEqual({ type: 'text', isFree: true, isFullyFree: false, tools: 2 })
    expect(body).toContainEqual({ type: 'image', isFree: false, isFullyFree: false, tools: 1 })
  })

  it('include tools that share a tag and the category, or two tags, and for some categories all tools', async () => {
    const related = async (query: string) =>
      (await testSite.request(`/api/tools/related?${query}`)).body.map(({ slug }: { slug: string }) => slug)
    expect(await related('tags=light,reading&category=image-generation')).toEqual(['aperture-desk', 'lector'])
    // A single tag isn’t enough, because tools for another purpose may also have it.
    expect(await related('tags=light&category=image-generation')).toEqual(['aperture-desk'])
    expect(await related('tags=light&category=personal')).toEqual([])
    expect(await related('tags=cooking&category=image-generation')).toEqual(['aperture-desk'])
    expect(await related('tags=cooking&category=research')).toEqual([])
    expect(await related('tags=cooking')).toEqual([])
  })

  it('include prompts for a topic by rating, without those with more down votes than up votes', async () => {
    const addRatedPrompt = async (title: string, votesUp: number, votesDown: number) => {
      const { id } = await testSite.addPrompt({ title, tags: ['murmurs'] })
      const rating = votesUp / (votesUp + votesDown + 1)
      await testSite.db.updateTable('prompts').set({ votesUp, votesDown, rating }).where('id', '=', id).execute()
    }
    await addRatedPrompt('Disliked', 1, 2)
    await addRatedPrompt('Liked', 9, 0)
    await addRatedPrompt('Unknown', 0, 0)
    const tooMany = Array.from({ length: 11 }, (_, index) => `t${index}`).join()
    for (const path of ['/api/prompts/related', '/api/tools/related'])
      expect((await testSite.request(`${path}?tags=${tooMany}`)).status).toBe(400)
    const { body } = await testSite.request('/api/prompts/related?tags=murmurs')
    expect(body.map(({ title }: { title: string }) => title)).toEqual(['Liked', 'Unknown'])
  })

  it('include only published prompts for a topic, those that share its tags first', async () => {
    await testSite.addPrompt({
      title: 'Light for a still life',
      category: 'image-generation',
      tags: ['light', 'photo'],
    })
    await testSite.addPrompt({ title: 'Only the same category', category: 'image-generation' })
    await testSite.addPrompt({ title: 'A draft about light', tags: ['light'], status: 'draft' })
    const { body } = await testSite.request('/api/prompts/related?tags=light,photo&category=image-generation')
    expect(body.map(({ title }: { title: string }) => title)).toEqual([
      'Light for a still life',
      'Only the same category',
    ])
    expect((await testSite.request('/api/prompts/related')).body).toEqual([])
  })
})

describe('tools on the home page, in the footer and in search', () => {
  it('are on the home page, featured ones first, and in the footer with their total', async () => {
    const { body: home } = await testSite.request('/api/home?includeAllTools=true')
    const slugs = (tools: { slug: string }[]) => tools.map(({ slug }) => slug)
    expect(slugs(home.featuredTools)).toEqual(['aperture-desk', 'murmur'])
    expect(slugs(home.freeTools)).toEqual(['murmur', 'fallow', 'lector'])
    expect(slugs(home.tools)).toEqual(['aperture-desk', 'murmur', 'fallow', 'glossar', 'lector'])
    expect(home.allTools).toHaveLength(5)
    const { body: footer } = await testSite.request('/api/footer')
    expect(slugs(footer.tools)).toEqual(slugs(home.tools))
    expect(footer.stats.tools).toBe(5)
  })

  it('are found by search, with matches marked, and by a mistyped name', async () => {
    const { body } = await testSite.request('/api/search?q=documents')
    expect(body.tools).toMatchObject({ total: 1, items: [{ slug: 'lector' }] })
    expect(body.tools.items[0].headline).toContainEqual({ text: 'documents', mark: true })
    const { body: mistyped } = await testSite.request('/api/search?q=glosar')
    expect(mistyped).toMatchObject({ suggestion: 'glossar', tools: { items: [{ slug: 'glossar' }] } })
  })

  it('are found like prompts: matches in names come first, and related words match too', async () => {
    await testSite.addPrompt({ title: 'A lawyer' })
    await testSite.addTool({ name: 'Quill', description: 'Writes letters for attorneys and their clients.' })
    await testSite.addTool({ name: 'Attorney desk', description: 'Drafts contracts, as a lawyer does.' })
    const findNames = async (query: string) => {
      const { body } = await testSite.request(`/api/tools?q=${encodeURIComponent(query)}`)
      return body.items.map(({ name }: { name: string }) => name)
    }
    expect(await findNames('help me find a good attorney')).toEqual(['Attorney desk', 'Quill'])
    expect(await findNames('lawsuit')).toContain('Attorney desk')
    expect(await findNames('"letters for attorneys"')).toEqual(['Quill'])
    expect(await findNames('attorney -contracts')).toEqual(['Quill'])
  })

  it('are found by a part of a text in a script without spaces', async () => {
    const { id } = await testSite.addTool({
      name: '会议助手',
      description: '把会议录音整理成会议纪要。',
      tags: ['翻译'],
    })
    await testSite.addTool({ name: 'แปลภาษา', description: 'ช่วยแปลเอกสารราชการ' })
    const findNames = async (query: string) => {
      const { body } = await testSite.request(`/api/tools?q=${encodeURIComponent(query)}`)
      return body.items.map(({ name }: { name: string }) => name)
    }
    for (const query of ['录音', '会议纪要', '翻译', '"会议录音"']) expect(await findNames(query)).toEqual(['会议助手'])
    expect(await findNames('เอกสาร')).toEqual(['แปลภาษา'])
    expect(await findNames('会议 -录音')).toEqual([])

    // Stores the tool's search column as version 1 of the rules did: parts of the text aren't found until a renewal.
    await sql`
      update tools set search = to_tsvector('promptarium_english', description), search_version = 1
      where id = ${id}`.execute(testSite.db)
    expect(await findNames('录音')).toEqual([])
    expect([
      await renewStored(testSite.db, toolSearchRenewal),
      await renewStored(testSite.db, toolSearchRenewal),
    ]).toEqual([1, 0])
    expect(await findNames('录音')).toEqual(['会议助手'])
  })

  it('are left out if they match one word of many, and shown if the search asks for a tool', async () => {
    await testSite.addPrompt({ title: 'Transcribe whale songs in the ocean' })
    const { body } = await testSite.request('/api/search?q=transcribe%20whale%20songs%20in%20the%20ocean')
    expect(body.tools.items).toEqual([])
    await testSite.addTool({ name: 'Cetacea', description: 'Turns songs of whales into scores.' })
    const { body: toolSearch } = await testSite.request(
      '/api/search?q=a%20tool%20to%20transcribe%20whale%20songs%20from%20recordings',
    )
    expect(toolSearch.tools.items[0].name, 'if the search asks for a tool').toBe('Cetacea')
  })

  it('can be searched without prompts, page by page', async () => {
    await testSite.addPrompt({ title: 'An editor of letters' })
    await testSite.addTool({ name: 'Second editor' })
    const { body: first } = await testSite.request('/api/search?q=editor&type=tools&limit=1')
    expect(first).toMatchObject({ prompts: { items: [] }, people: [], tools: { total: 2 } })
    const nextPage = await testSite.request(`/api/search?q=editor&type=tools&limit=1&cursor=${first.tools.nextCursor}`)
    expect(nextPage.body.tools.nextCursor).toBeNull()
    expect(nextPage.body.tools.items[0].slug).not.toBe(first.tools.items[0].slug)
    expect((await testSite.request('/api/search?q=editor&type=prompts')).body.tools.items).toEqual([])
  })

  it('are filtered by the category and tag of a search', async () => {
    const { body } = await testSite.request('/api/search?q=light&category=research')
    expect(body.tools.items).toMatchObject([{ slug: 'lector' }])
    expect((await testSite.request('/api/search?q=light&tag=photo')).body.tools.items).toMatchObject([
      { slug: 'aperture-desk' },
    ])
  })
})

describe('a search for what a tool should do', () => {
  const find = async (q: string, filter = '') => {
    const { items, total, request } = (await testSite.request(`/api/tools?q=${encodeURIComponent(q)}${filter}`)).body
    return { names: items.map(({ name }: { name: string }) => name), total, request }
  }

  beforeAll(async () => {
    const tools = [
      { name: 'Cutout', description: 'Removes the background of photos.', tags: ['cutting', 'masks'] },
      {
        name: 'Scissors',
        description: 'Removes backgrounds from any photo.',
        isFree: false,
        tags: ['cutting', 'masks'],
      },
      { name: 'Hush', description: 'Removes background noise.', isFullyFree: true, tags: ['masks'] },
    ]
    for (const tool of tools) await testSite.addTool({ type: 'image', category: 'personal', ...tool })
    await testSite.addTool({ name: 'Stencil', description: 'Cuts letters.', tags: ['masks'], category: 'creative' })
  })

  it('puts tools with all of its words first, and counts them, and all matches by type and price', async () => {
    const { names, request } = await find('remove the background of a photo')
    expect(names.slice(0, 2).sort()).toEqual(['Cutout', 'Scissors'])
    expect(request).toMatchObject({ fits: 2, words: ['remove', 'background', 'photo'] })
    expect(request.counts).toContainEqual({ type: 'image', isFree: false, isFullyFree: false, tools: 1 })
  })

  it('says that no tool has all of its words, and lists the closest', async () => {
    const { names, request } = await find('remove background noise of trains')
    expect(names[0]).toBe('Hush')
    expect(request.fits).toBe(0)
  })

  it('matches “poster generator” with a tool that makes posters', async () => {
    await testSite.addTool({ name: 'Reel', description: 'Makes posters from text.' })
    await testSite.addTool({ name: 'Notary', description: 'Stores the posters of a theater.' })
    expect(await find('poster generator')).toMatchObject({ names: ['Reel', 'Notary'], request: { fits: 1 } })
  })

  it('puts a repository after tools that needn’t be installed, unless the search names it', async () => {
    await testSite.addTool({ name: 'Online dyer', description: 'Recolors wool.', tags: ['wool'] })
    const repository = { description: 'Recolors wool and recolors wool again.', tags: ['wool', 'open source'] }
    await testSite.addTool({ name: 'Wooler', url: 'https://github.com/shepherd/wooler', ...repository })
    expect((await find('recolor wool')).names).toEqual(['Online dyer', 'Wooler'])
    expect((await find('wooler recolor wool')).names[0]).toBe('Wooler')
    const { body } = await testSite.request('/api/tools/related?tags=wool')
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['Online dyer', 'Wooler'])
  })

  it('filters by the price that it names, unless a price is chosen', async () => {
    expect(await find('free tool to remove the background of a photo')).toMatchObject({
      names: ['Cutout', 'Hush'],
      request: { free: true, fits: 1, withoutPrice: 'tool to remove the background of a photo' },
    })
    expect((await find('free tool to remove the background of a photo', '&free=false')).names).toEqual(['Scissors'])
    expect((await find('completely free tool to remove background noise')).names).toEqual(['Hush'])
    const { names, request } = await find('fully free tools')
    expect([names, request.words]).toEqual([['Hush'], []])
  })

  it('finds tools like a named tool: those that share two tags with it, or a tag and the category', async () => {
    const { names, request } = await find('free alternative to Scissors')
    expect(names).toEqual(['Cutout', 'Hush'])
    expect(request.alternativeTo).toEqual({ name: 'Scissors', slug: 'scissors' })
    expect((await find('alternative to Nonesuch')).request.alternativeTo).toBeNull()
  })

  it('returns the same tools from /api/search, if it asks for a tool', async () => {
    const searchTools = async (q: string) =>
      (await testSite.request(`/api/search?q=${encodeURIComponent(q)}`)).body.tools
    expect(await searchTools('free tool to remove the background of a photo')).toMatchObject({
      items: [{ name: 'Cutout' }, { name: 'Hush' }],
      request: { free: true, fits: 1 },
    })
    expect((await searchTools('alternative to Scissors')).items[0].name).toBe('Cutout')
    for (const q of ['alternative to Nonesuch', 'remove the background of a photo'])
      expect((await searchTools(q)).request, q).toBeUndefined()
  })

  it('doesn’t require stop words, which aren’t indexed', async () => {
    expect((await find('a tool to do it')).request).toMatchObject({ words: [], fits: 0 })
  })
})

it('a tool that isn’t free is never stored as fully free', async () => {
  expect(await testSite.addTool({ name: 'Contradiction', isFree: false, isFullyFree: true })).toMatchObject({
    isFullyFree: false,
  })
})
