import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PromptHit } from '#features/search/contract.ts'
import { cutText } from '#lib/well-formed.ts'
import { createApp } from '#server/app.ts'
import { createTestServices } from '#test/test-services.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

type FacetCount = { slug: string; count: number }

let testSite: TestSite

beforeAll(async () => {
  testSite = await createTestSite()
  const userId = await testSite.addUser('Margaret_H')
  await testSite.addPrompt({
    title: 'Act as a Linux terminal',
    content: 'I type commands, you show what a terminal shows.',
    category: 'technical',
    tags: ['shell', 'sysadmin'],
  })
  await testSite.addPrompt({
    title: 'Ethereum developer',
    content: 'You write smart contracts in Solidity.',
    category: 'programming-code',
    tags: ['web3'],
  })
  await testSite.addPrompt({
    title: 'Writing coach',
    content: 'Read my text and mark what is weak. Mention the terminal comma.',
    category: 'writing-editing',
    userId,
  })
  await testSite.addPrompt({
    title: 'Café Besprechung',
    content: 'Du schreibst eine Kritik über ein Café in Köln.',
    language: 'de',
    category: 'creative',
    tags: ['shell'],
  })
  await testSite.addPrompt({
    title: '日本語の翻訳者',
    content: '文章を日本語に翻訳してください。',
    language: 'ja',
    category: 'multilingual-translation',
  })
  await testSite.addPrompt({
    title: 'A draft about terminals',
    content: 'Nobody may find this terminal.',
    status: 'draft',
  })
})
afterAll(() => testSite.close())

async function find(query: string) {
  const { status, body } = await testSite.request(`/api/search?${query}`)
  expect(status).toBe(200)
  return { ...body, titles: body.prompts.items.map((item: { title: string }) => item.title) }
}
const q = (term: string) => find(`q=${encodeURIComponent(term)}`)

describe('search', () => {
  it('finds words in title, tags and text, but no drafts; matches in titles come first', async () => {
    expect((await q('terminal')).titles).toEqual(['Act as a Linux terminal', 'Writing coach'])
    const byTag = await q('sysadmin')
    expect(byTag.titles).toEqual(['Act as a Linux terminal'])
    expect(byTag.prompts.items[0]).toMatchObject({ matchingTags: ['sysadmin'], isRelated: false })
  })

  it('removes from a text the characters that mark matches internally, and leaves the rest unchanged', async () => {
    const description = '<b>Quokka</b> &amp; \uE000other\uE001 animals'
    await testSite.addPrompt({ title: 'A hostile description', description })
    const { descriptionHeadline } = (await q('quokka')).prompts.items[0]
    expect(descriptionHeadline).toEqual([
      { text: '<b>', mark: false },
      { text: 'Quokka', mark: true },
      { text: '</b> &amp; other animals', mark: false },
    ])
  })

  it('never calls a result for a quoted phrase related, even if the phrase consists of stop words', async () => {
    await testSite.addPrompt({ title: 'Neither to be nor to become' })
    const { prompts } = await q('"to be nor"')
    expect(prompts.items).toMatchObject([{ title: 'Neither to be nor to become', isRelated: false }])
    const { titleHeadline } = prompts.items[0]
    expect(
      titleHeadline.some(({ mark }: { mark: boolean }) => mark),
      'stop words are marked',
    ).toBe(true)
  })

  it('reports that the prompts are only guesses if none matches enough of the term', async () => {
    const guess = await q('a marinade for grilled aubergines with a linux flavor')
    expect(guess).toMatchObject({ isGuess: true })
    expect(guess.titles).toContain('Act as a Linux terminal')
    for (const term of ['linux terminal', 'terminal']) expect((await q(term)).isGuess).toBe(false)
  })

  it('finds words by their first letters, and in other grammatical forms', async () => {
    expect((await q('linu')).titles[0]).toBe('Act as a Linux terminal')
    expect((await q('writes')).titles).toContain('Writing coach')
  })

  it.each([
    ['linux terminl', 'linux terminal', 'Act as a Linux terminal'],
    ['etherum develper', 'ethereum developer', 'Ethereum developer'],
    ['wirting', 'writing', 'Writing coach'],
    ['solidty', 'solidity', 'Ethereum developer'],
  ])('corrects “%s” to “%s”, and returns the corrected term', async (mistyped, meant, title) => {
    const found = await q(mistyped)
    expect(found.titles[0]).toBe(title)
    expect(found.suggestion).toBe(meant)
  })

  it('counts two swapped letters as one typo, even in short words', async () => {
    await testSite.addPrompt({ title: 'Guide to museums', tags: ['culture'] })
    expect(await q('musuems')).toMatchObject({ suggestion: 'museums', titles: ['Guide to museums'] })
    expect((await q('we3b')).suggestion).toBe('web3')
  })

  it('returns the same prompts in the same order for a mistyped word as for the correct one', async () => {
    for (let n = 0; n < 4; n++) await testSite.addPrompt({ title: `Orchestra rehearsal ${n}` })
    const ids = async (term: string) => (await q(term)).prompts.items.map(({ id }: { id: string }) => id)
    expect(await ids('orchetra')).toEqual(await ids('orchestra'))
  })

  it('doesn’t correct the name of a tool or an English word', async () => {
    await testSite.addTool({ name: 'Solidita' })
    expect(await q('solidita')).toMatchObject({ suggestion: null, tools: { items: [{ name: 'Solidita' }] } })
    await testSite.addPrompt({ title: 'Vite resume check', tags: ['vite'] })
    // “Resume” is a synonym of “curriculum vitae”.
    expect(await q('curriculum vitae')).toMatchObject({ suggestion: null, titles: ['Vite resume check'] })
  })

  it('finds tools by name or all words, but not by one of several words or a phrase’s separate words', async () => {
    await testSite.addTool({ name: 'Inkpot', description: 'Draws letters for posters and book covers.' })
    const toolsFor = async (term: string) => (await q(term)).tools.items.map(({ name }: { name: string }) => name)
    for (const term of ['letters', 'posters with letters', 'inkpot marmalade'])
      expect(await toolsFor(term)).toEqual(['Inkpot'])
    for (const term of ['cover letter', 'letter marmalade']) expect(await toolsFor(term)).toEqual([])
  })

  it('finds a tool by its mistyped name among other words, even if no prompt has that name', async () => {
    await testSite.addTool({ name: 'Gardenia', description: 'Shows beds of roses.' })
    const { suggestion, tools } = await q('gardneia planner for roses')
    expect(suggestion).toBe('gardenia planner for roses')
    expect(tools.items.map(({ name }: { name: string }) => name)).toEqual(['Gardenia'])
  })

  it('doesn’t correct a word to a frequent but very different word', async () => {
    for (const n of [1, 2, 3]) await testSite.addPrompt({ title: `What you must know, part ${n}` })
    expect(await q('mustaxes')).toMatchObject({ suggestion: null, titles: [] })
    expect(await q('termite')).toMatchObject({ suggestion: null })
  })

  it('ignores accents, and works in other languages and scripts', async () => {
    for (const term of ['cafe', 'CAFÉ', 'köln', 'koln']) expect((await q(term)).titles).toEqual(['Café Besprechung'])
    expect((await q('日本語の翻訳者')).titles).toEqual(['日本語の翻訳者'])
    expect((await q('日本語')).titles[0]).toBe('日本語の翻訳者')
    expect((await q('"日本語の翻訳"')).titles).toEqual(['日本語の翻訳者'])
  })

  it.each([
    ['助手', '电商选品助手，帮助卖家', 'zh'],
    ['英文', '请把这段英文翻译成中文', 'zh'],
    ['作成', '会議の議事録を作成してください', 'ja'],
    ['แมว', 'เขียนเรื่องเกี่ยวกับแมวตัวหนึ่ง', 'th'],
  ])('finds %s inside a text without spaces', async (term, content, language) => {
    const title = `Without spaces ${term.codePointAt(0)}`
    await testSite.addPrompt({ title, content, language })
    expect((await q(term)).titles).toContain(title)
  })

  it('finds a single character wherever it is in a text without spaces', async () => {
    const places = {
      first: '猫の写真を説明して',
      middle: '黒猫の話を書いて',
      last: '好きな動物は黒猫',
      alone: '猫 について',
    }
    for (const [title, content] of Object.entries(places))
      await testSite.addPrompt({ title: `Cat ${title}`, content, language: 'ja' })
    expect((await q('猫')).titles.toSorted()).toEqual(['Cat alone', 'Cat first', 'Cat last', 'Cat middle'])
    expect((await q('犬')).titles).toEqual([])
  })

  it('reports whether a term is in another language, and doesn’t correct such a term', async () => {
    const isForeign = async (term: string) => (await q(term)).isForeign
    for (const term of ['receta de cocina', 'lettre de remerciement', 'Einkaufsliste für eine Woche', 'кот', '猫'])
      expect(await isForeign(term), term).toBe(true)
    for (const term of [
      'linux terminal',
      'man portrait',
      'kubernetes',
      'a sauce béchamel',
      'die hard',
      'what does β mean in finance',
    ])
      expect(await isForeign(term), term).toBe(false)
    expect((await q('para terminall')).suggestion).toBeNull()
  })

  it('doesn’t find prompts by a stop word alone if the search has no English words', async () => {
    await testSite.addPrompt({ title: 'Plano de leitura', content: 'Plano de leitura de um tema.', language: 'pt' })
    expect((await q('receta de cocina')).titles).not.toContain('Plano de leitura')
  })

  it('searches only the first 24 words of a long term, and returns that number', async () => {
    const fillers = Array.from({ length: 200 }, (_, number) => `filler${number}`)
    const long = cutText(`linux terminal ${fillers.join(' ')}`, 1000)
    expect(await q(long)).toMatchObject({ searchedWords: 24 })
    expect(await q('linux terminal')).toMatchObject({ searchedWords: null })
  })

  it('doesn’t correct a term in another language to English words', async () => {
    expect((await q('linux terminall')).suggestion).toBe('linux terminal')
    expect((await q('der terminall')).suggestion).toBeNull()
  })

  it('treats a ratio as one word', async () => {
    await testSite.addPrompt({ title: 'Wide harbor', content: 'A harbor at dusk, aspect ratio 16:9, muted.' })
    await testSite.addPrompt({ title: 'Sixteen boats', content: 'Paint 16 boats and, far behind them, 9 gulls.' })
    expect((await q('16:9')).titles).toEqual(['Wide harbor'])
  })

  it('supports quotes and minus signs', async () => {
    expect((await q('"linux terminal"')).titles).toEqual(['Act as a Linux terminal'])
    expect((await q('terminal -linux')).titles).toEqual(['Writing coach'])
    expect((await q('terminal -commands')).titles).toEqual(['Writing coach'])
    expect((await q('-linux')).titles, 'a term that only excludes words finds nothing').toEqual([])
    expect((await q('termnal -linux')).titles, 'the exclusion also applies to similar titles').not.toContain(
      'Act as a Linux terminal',
    )
  })

  it('finds prompts with some of the words if none has all of them', async () => {
    expect((await q('linux giraffe')).titles[0]).toBe('Act as a Linux terminal')
  })

  it('finds a prompt by the meaning of a sentence that shares no word with it, and calls it related', async () => {
    await testSite.addPrompt({
      title: 'Cosmetic dentistry advisor',
      content: 'Explain dental procedures to a patient.',
    })
    expect((await q('my tooth hurts when I bite on something')).titles).toContain('Cosmetic dentistry advisor')
    const { prompts } = await q('my tooth hurts when I bite on something')
    const isRelated = new Map(prompts.items.map((item: PromptHit) => [item.title, item.isRelated]))
    expect(isRelated.get('Cosmetic dentistry advisor')).toBe(true)
    const [asTyped] = (await q('dentistry')).prompts.items
    expect(asTyped).toMatchObject({ title: 'Cosmetic dentistry advisor', isRelated: false })
    expect((await q('where are gaskets sold')).titles).not.toContain('Cosmetic dentistry advisor')
  })

  it('reports that no prompt has all of the words, and suggests shorter terms', async () => {
    await testSite.addPrompt({ title: 'Lantern photo', content: 'A photo of a lantern.' })
    await testSite.addPrompt({ title: 'Candle care', content: 'How to keep a candle.' })
    const isPartial = async (term: string) => (await q(term)).isPartial
    expect(await isPartial('lantern and candle in a swamp')).toBe(true)
    for (const term of ['lantern photo', 'help me write a lantern photo', 'candle', '"lantern photo" -candle'])
      expect(await isPartial(term), term).toBe(false)
    expect(await isPartial('linux terminal vinegar'), 'most of the words in a title are enough').toBe(false)
    expect((await q('lantern and candle in a swamp')).shorterTerms).toEqual(['candle', 'lantern'])
    expect((await q('lantern photo')).shorterTerms).toEqual([])
  })

  it('adds prompts about the same topic if there are few results, but none that is only worded similarly', async () => {
    await testSite.addPrompt({ title: 'Toast for a wedding', content: 'Write a toast.' })
    const others = { topic: 'Bridal shower games', wording: 'Hand over my work' }
    for (const title of Object.values(others)) await testSite.addPrompt({ title, content: 'Ask me questions first.' })
    const { body } = await testSite.request('/api/prompts?limit=100')
    const idOf = (title: string) => body.items.find((item: { title: string }) => item.title === title).id
    const requests: string[] = []
    const findSimilar = async (term: string) => {
      requests.push(term)
      // Since the search has fillers (“help me write”), a prompt without its other words needs a similarity of 0.6.
      const similarities = new Map([
        [idOf(others.topic), 0.6],
        [idOf(others.wording), 0.53],
      ])
      return { similarities, isComplete: true }
    }
    const app = createApp({ ...createTestServices(testSite.db), db: testSite.db, findSimilar })
    const response = await app.request('/api/search?q=help+me+write+a+wedding+toast')
    const titles = (await response.json()).prompts.items.map(({ title }: { title: string }) => title)
    expect(titles).toEqual(['Toast for a wedding', others.topic])
    expect(requests, 'the model is asked once').toEqual(['help me write a wedding toast'])
  })

  it('counts categories and tags, and filters by them', async () => {
    const { facets } = await q('shell')
    expect(facets.categories).toEqual([
      { slug: 'technical', count: 1 },
      { slug: 'creative', count: 1 },
    ])
    expect(facets.tags, 'tags of a single result aren’t counted').toEqual([{ tag: 'shell', count: 2 }])
    const tagged = await find('q=shell&tag=sysadmin')
    expect(tagged.titles).toEqual(['Act as a Linux terminal'])
    expect(tagged.facets.tags, 'the chosen tag is always counted').toEqual([{ tag: 'sysadmin', count: 1 }])
    const narrowed = await find('q=shell&category=creative')
    expect(narrowed.titles).toEqual(['Café Besprechung'])
    expect(narrowed.facets.categories).toHaveLength(2)
    const short = facets.filters.length.find(({ value }: { value: string }) => value === 'short')
    expect((await find('q=shell&length=short')).titles).toHaveLength(short.prompts)
    expect((await find('q=shell&length=long')).titles).toEqual([])
  })

  it('shows the part of a text with the match, from the start of a sentence and without Markdown syntax', async () => {
    const content = `Plan ahead for people. ${'Say what they need and when they need it. '.repeat(8)}
---
## Steps
Ask what kind of a party the host would like to have in the end. **Order** 2**4 zabaglione, then \`write\` to everybody.`
    await testSite.addPrompt({ title: 'Party plan', content })
    const [hit] = (await q('zabaglione')).prompts.items
    const shown = hit.headline.map(({ text }: { text: string }) => text).join('')
    expect(shown).toMatch(/^… (?:Ask|Steps|Say|Order)/)
    expect(shown).toContain('Order 2**4 zabaglione, then write to everybody.')
    expect(shown).not.toMatch(/##|---|`/)
  })

  it('finds people with published prompts by their name', async () => {
    expect((await q('margaret')).people).toMatchObject([{ username: 'Margaret_H', prompts: 1 }])
  })

  it('finds people by a similar name only if no prompt matches', async () => {
    const speedy = await testSite.addUser('speedy4w')
    await testSite.addPrompt({ title: 'Wedding toast', content: 'Write a speech.', userId: speedy })
    expect((await q('speech')).people).toEqual([])
    expect((await q('speedy')).people).toMatchObject([{ username: 'speedy4w' }])
  })

  it('returns titles and excerpts as pieces of plain text, with matches marked', async () => {
    const { prompts } = await q('commands')
    expect(prompts.items[0].headline).toContainEqual({ text: 'commands', mark: true })
    await testSite.addPrompt({ title: 'Bakery game', content: 'Describe {{gameName:Bake Merge}} and its croissants.' })
    expect((await q('croissants')).prompts.items[0].headline).toEqual([
      { text: 'Describe ', mark: false },
      { text: 'Bake Merge', mark: false, blank: true },
      { text: ' and its ', mark: false },
      { text: 'croissants', mark: true },
      { text: '.', mark: false },
    ])
    expect((await q('linux')).prompts.items[0].titleHeadline).toEqual([
      { text: 'Act as a ', mark: false },
      { text: 'Linux', mark: true },
      { text: ' terminal', mark: false },
    ])
  })

  it('shows the beginning of a prompt, or another part if only that part matches', async () => {
    const filler = 'Ask one question at a time and wait for the answer. '.repeat(8)
    await testSite.addPrompt({
      title: 'Plain words',
      content: `Plan a {{meal}} for six. ${filler}Then name every zucchini.`,
    })
    const textOf = async (term: string) =>
      (await q(term)).prompts.items[0].headline.map(({ text }: { text: string }) => text).join('')
    expect(await textOf('plain words')).toMatch(/^Plan a meal for six\. Ask.* …$/)
    expect(await textOf('zucchini')).toMatch(/^… .*zucchini\.$/)
  })

  it('marks a word in every result: far down a text, in the name of a blank, or in a text without spaces', async () => {
    const filler = 'Ask one question at a time and wait for the answer. '.repeat(120)
    await testSite.addPrompt({ title: 'Long text', content: `${filler}Then praise the saxophone.` })
    await testSite.addPrompt({ title: 'Blank', content: 'Cook for {{xylophonist:six people}} tonight.' })
    const marksOf = async (term: string) => {
      const { title, titleHeadline, headline, isRelated } = (await q(term)).prompts.items[0]
      const marks = [...titleHeadline, ...headline].flatMap(({ text, mark }) => (mark ? [text] : []))
      return { title, marks, isRelated }
    }
    expect(await marksOf('saxophone')).toEqual({ title: 'Long text', marks: ['saxophone'], isRelated: false })
    const textOf = async (term: string) =>
      (await q(term)).prompts.items[0].headline.map(({ text }: { text: string }) => text).join('')
    expect(await textOf('saxophone')).toMatch(/^… .*saxophone\.$/)
    expect(await textOf('xylophonist')).toBe('Cook for xylophonist tonight.')
    expect(await marksOf('xylophonist')).toEqual({ title: 'Blank', marks: ['xylophonist'], isRelated: false })
    expect((await marksOf('語の翻')).marks).toContain('語の翻')
  })

  it('shows an ellipsis only where a part of the text is left out', async () => {
    const role = `You are a marzipan chef from Lübeck who loves almonds, ${'and sugar, '.repeat(15)}and books.`
    const task = 'Plan a dessert for the guests of our wedding, with three courses and a drink.'
    await testSite.addPrompt({ title: 'Sweet plan', content: `${role} ${task}` })
    const textOf = async (term: string) =>
      (await q(term)).prompts.items[0].headline.map(({ text }: { text: string }) => text).join('')
    expect(await textOf('dessert')).toBe(task)
    expect(await textOf('marzipan')).toMatch(/^You are a marzipan chef.* …$/)
  })

  it('finds nothing for an empty or unknown term', async () => {
    for (const term of ['', '   ', 'qqzzxxyy', '???', "'"]) {
      expect(await q(term)).toMatchObject({ titles: [], prompts: { total: 0, nextCursor: null } })
    }
  })

  it('returns results page by page in every order; a cursor requires a type', async () => {
    for (let n = 0; n < 5; n++) await testSite.addPrompt({ title: `Gardening plan ${n}` })
    for (const sort of ['relevance', 'newest', 'popular']) {
      const seen: string[] = []
      let cursor = ''
      do {
        const page = await find(`q=gardening&type=prompts&sort=${sort}&limit=2${cursor}`)
        expect(page.prompts.total).toBe(5)
        seen.push(...page.titles)
        cursor = page.prompts.nextCursor ? `&cursor=${page.prompts.nextCursor}` : ''
      } while (cursor)
      expect(new Set(seen).size).toBe(5)
      expect(seen).toHaveLength(5)
    }
    const { prompts } = await find('q=gardening&limit=2')
    expect((await testSite.request(`/api/search?q=gardening&cursor=${prompts.nextCursor}`)).status).toBe(400)
  })
})

it('search counts at most 1,000 prompts, and counts those of all categories even if one is chosen', async () => {
  const content = 'An overflowing list.'
  await testSite.addPrompt({ title: 'Overflowing script', content, category: 'technical' })
  const { slug } = await testSite.addPrompt({ title: 'Overflowing poem', content })
  await sql`
    insert into prompts (id, slug, title, description, content, excerpt, language, category_id, user_id, licence, status,
      content_hash, created_at, updated_at, published_at, search_head, search_text)
    select gen_random_uuid(), 'overflowing-' || n, title, description, content, excerpt, language, category_id, user_id, licence,
      status, content_hash, created_at, updated_at, published_at, search_head, search_text
    from prompts, generate_series(1, 1000) n where slug = ${slug}`.execute(testSite.db)
  expect((await q('overflowing')).prompts).toMatchObject({ total: 1000, totalIsFloor: true })
  const { prompts, facets } = await find('q=overflowing&category=technical')
  expect(prompts).toMatchObject({ total: 1, items: [{ title: 'Overflowing script' }] })
  // A search finds at most 1,001 prompts: the last one shows that the total is only a lower bound.
  const counts = facets.categories.map(({ count }: FacetCount) => count)
  expect(facets.categories[0].slug).toBe('general')
  expect(
    counts.reduce((sum: number, count: number) => sum + count),
    'the counts cover all categories',
  ).toBe(1001)
})

it('search counts the tags, filters and categories of all matches, even of those that are too many to be ranked', async () => {
  const { slug } = await testSite.addPrompt({ title: 'Quagga', tags: ['zebra'], category: 'technical' })
  await testSite.addPrompt({ title: 'Quagga and okapi', tags: ['okapi', 'zebra'] })
  await sql`
    insert into prompts (id, slug, title, description, content, excerpt, language, category_id, user_id, licence, status,
      content_hash, created_at, updated_at, published_at, search_head, search_text, tags, filters)
    select gen_random_uuid(), slug || n, title, description, content, excerpt, language, category_id, user_id, licence,
      status, content_hash, created_at, updated_at, published_at, search_head, search_text, tags, filters
    from prompts, generate_series(1, 300) n where slug = ${slug}`.execute(testSite.db)
  const { prompts, facets } = await q('quagga')
  expect(prompts.total).toBe(302)
  expect(facets.tags, 'a tag of a single result isn’t counted').toEqual([{ tag: 'zebra', count: 302 }])
  expect(facets.categories).toEqual([
    { slug: 'technical', count: 301 },
    { slug: 'general', count: 1 },
  ])
  expect(facets.filters.language).toEqual([{ value: 'en', prompts: 302 }])
  const narrowed = await find('q=quagga&category=technical')
  expect(narrowed.prompts.total).toBe(301)
  expect(narrowed.facets.tags).toEqual([{ tag: 'zebra', count: 301 }])
  expect(narrowed.facets.filters.language).toEqual([{ value: 'en', prompts: 301 }])
  expect(narrowed.facets.categories, 'the counts cover all categories').toEqual(facets.categories)
})

it('search lists and counts a prompt once, even if its words are too many to be ranked and its meaning is similar', async () => {
  const ids = await testSite.addPrompts(300, { title: 'Numbat lullaby', tags: ['numbats'] })
  // At most 200 are ranked for their words, so at least 50 of these aren't.
  const similarities = new Map(ids.slice(0, 150).map((id) => [id, 0.9]))
  const findSimilar = async () => ({ similarities, isComplete: true })
  const app = createApp({ ...createTestServices(testSite.db), db: testSite.db, findSimilar })
  const found: string[] = []
  let cursor = ''
  do {
    const response = await app.request(`/api/search?q=numbat+lullaby&type=prompts&limit=100${cursor}`)
    const { prompts, facets } = await response.json()
    expect([prompts.total, facets.tags]).toEqual([300, [{ tag: 'numbats', count: 300 }]])
    found.push(...prompts.items.map(({ id }: { id: string }) => id))
    cursor = prompts.nextCursor ? `&cursor=${prompts.nextCursor}` : ''
  } while (cursor)
  expect(found.toSorted()).toEqual(ids.toSorted())
})

it('search counts up to 1,000 prompts even if some of the best candidates have only one of the two words', async () => {
  const { slug } = await testSite.addPrompt({ title: 'Notes', content: 'A quokka below a baobab.' })
  const { slug: other } = await testSite.addPrompt({ title: 'Quokka baobabless', content: 'Nothing else.' })
  const copy = (from: string, count: number) =>
    sql`
    insert into prompts (id, slug, title, description, content, excerpt, language, category_id, user_id, licence, status,
      content_hash, created_at, updated_at, published_at, search_head, search_text)
    select gen_random_uuid(), ${from} || n, title, description, content, excerpt, language, category_id, user_id, licence,
      status, content_hash, created_at, updated_at, published_at, search_head, search_text
    from prompts, generate_series(1, ${count}::int) n where slug = ${from}`.execute(testSite.db)
  await copy(slug, 1000)
  await copy(other, 40)
  expect((await q('quokka baobab')).prompts).toMatchObject({ total: 1000, totalIsFloor: true })
})

describe('a term with several minus signs in a row', () => {
  it.each(['linux --terminal', `linux ${'-'.repeat(60)} terminal`, 'linux - - terminal'])(
    'finds prompts with its words: “%s”',
    async (term) => {
      const { status, body } = await testSite.request(`/api/search?q=${encodeURIComponent(term)}`)
      expect(status).toBe(200)
      expect(body.prompts.items[0].title).toBe('Act as a Linux terminal')
    },
  )
})

describe('hostile search input', () => {
  it.each([
    ['10,000 characters', 'a'.repeat(10_000)],
    ['1,000 characters', 'word '.repeat(200)],
    ['quotes', `"'"''""`],
    ['operators', '& | ! <-> :* () \\ - -- or or'],
    ['wildcards', '%_%%\\%'],
    ['NUL', 'a\0b'],
    ['right-to-left marks', '‮abc‏‎'],
    ['SQL', `'; drop table prompts; --`],
    ['lone surrogate', '%ED%A0%80'],
    ['unknown filters', 'x&category=%27&tag=%00'],
    ['markup', '<script>alert(1)</script>'],
    ['emoji', '👩‍👩‍👧‍👦🏳️‍🌈'],
    ['long word', `${'x'.repeat(999)}`],
    ['many operators', '-a '.repeat(300)],
    ['a line of dashes', '-'.repeat(80)],
    ['dashes with spaces between them', `${'- '.repeat(80)}Linux terminal`],
    ['dashes between operators', `${'-(! '.repeat(80)}Linux terminal`],
    ['nested quotes', '"a "b" c'.repeat(100)],
  ])('leads to results or a clear error: %s', async (_, term) => {
    const raw = term.includes('%ED') || term.includes('&category') ? term : encodeURIComponent(term)
    for (const address of [`/api/search?q=${raw}`, `/api/prompts?q=${raw}`]) {
      const { status, body } = await testSite.request(address)
      expect([200, 400, 404]).toContain(status)
      if (status !== 200) expect(body.error).toMatch(/\w+/)
    }
  })
})
