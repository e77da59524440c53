import { describe, expect, it } from 'vitest'
import type { SearchResults } from '#features/search/contract.ts'
import { makeCard, makeCategory, makeContributor, makeCounts, makeTool } from '#test/make-home.ts'
import { renderPage } from '#test/render-page.tsx'
import type { SearchAddress } from './search-facets.tsx'
import { SearchPage, SearchStartPage } from './search-page.tsx'

const noResults: SearchResults = {
  prompts: { items: [], nextCursor: null, total: 0 },
  tools: { items: [], nextCursor: null, total: 0 },
  people: [],
  collections: [],
  facets: { categories: [], tags: [], filters: makeCounts() },
  suggestion: null,
  isGuess: false,
  isPartial: false,
  shorterTerms: [],
  isForeign: false,
  searchedWords: null,
  isIncomplete: false,
}
const hit = {
  ...makeCard('review'),
  isRelated: false,
  descriptionHeadline: [{ text: 'Zest and review', mark: true }],
  matchingTags: ['zebra'],
  titleHeadline: [
    { text: 'Review', mark: true },
    { text: ' this <b>', mark: false },
  ],
  headline: [
    { text: 'A ', mark: false },
    { text: 'kind', mark: false, blank: true as const },
    { text: ' ', mark: false },
    { text: 'review', mark: true },
  ],
}
const resultsWithHit: SearchResults = {
  ...noResults,
  prompts: { items: [hit], nextCursor: null, total: 1 },
  facets: {
    categories: [{ slug: 'general', count: 7 }],
    tags: [{ tag: 'sql', count: 2 }],
    filters: makeCounts({ length: [{ value: 'short', prompts: 0 }] }),
  },
}

const render = (results: SearchResults, address: Partial<SearchAddress> = {}) =>
  renderPage(
    <SearchPage
      address={{ q: 'review', ...address }}
      results={results}
      categories={[makeCategory('general'), makeCategory('creative')]}
    />,
    '/search?q=review',
  )

describe('search results', () => {
  it('say that they only mention the term if only the texts have it, and show other things to try first', async () => {
    const plain = (text: string) => [{ text, mark: false }]
    const mention = {
      ...hit,
      titleHeadline: plain('Review'),
      descriptionHeadline: plain('A description'),
      matchingTags: [],
    }
    const html = await render({ ...resultsWithHit, prompts: { items: [mention], nextCursor: null, total: 1 } })
    expect(html).toContain('No prompt is about this: 1 only mentions it.')
    expect(html).toContain('Write a prompt for this')
    expect(html.indexOf('Write a prompt for this')).toBeLessThan(html.indexOf('<article'))
    const good = await render(resultsWithHit)
    expect(good).not.toContain('mentions it')
    expect(good.indexOf('Write a prompt for this')).toBeGreaterThan(good.indexOf('<article'))
  })

  it('mark matches, and show titles and texts as plain text, never as HTML', async () => {
    const html = await render(resultsWithHit)
    expect(html).toContain('<mark class="match">Review</mark> this &lt;b&gt;')
    expect(html).toContain('A <span class="blank">kind</span> <mark class="match">review</mark>')
  })

  it('mark a match inside a blank, which stays one blank with its label', async () => {
    const headline = [
      { text: 'For ', mark: false },
      { text: 'review', mark: true, blank: true as const },
      { text: '_deadline', mark: false, blank: true as const },
      // An empty piece separates two blanks.
      { text: '', mark: false },
      { text: 'a ', mark: false, blank: true as const },
      { text: 'review', mark: true, blank: true as const },
    ]
    const html = await render({
      ...resultsWithHit,
      prompts: { ...resultsWithHit.prompts, items: [{ ...hit, headline }] },
    })
    expect(html.replaceAll('<!-- -->', '')).toContain(
      'For <span class="blank"><mark class="match">Review</mark> deadline</span>' +
        '<span class="blank">a <mark class="match">review</mark></span>',
    )
  })

  it('show a blank’s default, such as JavaScript, unchanged', async () => {
    const headline = [{ text: 'JavaScript', mark: false, blank: true as const }]
    const html = await render({
      ...resultsWithHit,
      prompts: { ...resultsWithHit.prompts, items: [{ ...hit, headline }] },
    })
    expect(html).toContain('<span class="blank">JavaScript</span>')
  })

  it('say when results may be missing', async () => {
    const incomplete = await render({ ...resultsWithHit, isIncomplete: true })
    expect(incomplete).toContain('Prompts with a similar meaning may be missing, because the site is busy.')
    expect(await render(resultsWithHit)).not.toContain('may be missing')
  })

  it('say when only the first words of a long term were searched', async () => {
    expect(await render({ ...resultsWithHit, searchedWords: 24 })).toContain('Only the first 24 words were searched.')
    expect(await render(resultsWithHit)).not.toContain('words were searched')
  })

  it('say when no prompt matches the whole term', async () => {
    expect(await render({ ...resultsWithHit, isGuess: true })).toContain(
      'No prompt matches all of this. These are the closest.',
    )
    expect(await render(resultsWithHit)).not.toContain('are the closest')
  })

  it('say that they have only some of the words if none has all', async () => {
    const partial = { ...resultsWithHit, isPartial: true }
    const sentence = 'No prompt has all of your words. 1 prompt with some of them.'
    expect(await render(partial, { q: 'kettle on a stove' })).toContain(sentence)
    expect(await render(partial, { q: 'kettle' })).not.toContain('your words')
    expect(await render(resultsWithHit, { q: 'kettle on a stove' })).not.toContain('your words')
    expect(await render({ ...partial, isGuess: true }, { q: 'kettle on a stove' })).toContain(
      'No prompt has all of your words. These are the closest.',
    )
  })

  it('offer shorter terms, the generator and the form for a new prompt if they are few or match poorly', async () => {
    const q = 'kettle & stove'
    const html = await render({ ...resultsWithHit, isPartial: true, shorterTerms: ['kettle', 'a stove'] }, { q })
    expect(html).toMatch(/href="\/search\?q=kettle"[^>]*>kettle<.*href="\/search\?q=a\+stove"/)
    expect(html).toMatch(/href="\/prompt-generator#idea=kettle%20%26%20stove"[^>]*>Write a prompt for this</)
    expect(html).toContain('href="/create-prompt"')
    expect(await render({ ...resultsWithHit, isGuess: true }, { q })).toContain('Write a prompt for this')
    const items = Array.from({ length: 4 }, (_, index) => ({ ...hit, id: `${index}` }))
    const four = await render({ ...resultsWithHit, prompts: { items, nextCursor: null, total: 4 } }, { q })
    expect(four).not.toContain('Write a prompt for this')
    expect(await render({ ...resultsWithHit, isPartial: true }, { q, cursor: 'next' }), 'a later page').not.toContain(
      'Write a prompt for this',
    )
    expect(await render(noResults, { q })).toMatch(/#idea=kettle%20%26%20stove"[^>]*>Write a prompt for this</)
  })

  it('say that only English is searched by meaning if a term in another language matches poorly or not at all', async () => {
    const note = 'Search by meaning works only in English, so English words may find more.'
    expect(await render({ ...resultsWithHit, isForeign: true, isGuess: true })).toContain(note)
    expect(await render({ ...noResults, isForeign: true })).toContain(note)
    expect(await render({ ...resultsWithHit, isForeign: true })).not.toContain(note)
    expect(await render({ ...resultsWithHit, isGuess: true })).not.toContain(note)
    expect(await render(noResults)).not.toContain(note)
  })

  it('mark matches in the description and in tags, and show matching tags first', async () => {
    const describedHit = {
      ...hit,
      description: 'Zest and review',
      excerpt: 'Read it.',
      tags: ['a1', 'b2', 'c3', 'zebra'],
    }
    const html = await render({ ...resultsWithHit, prompts: { ...resultsWithHit.prompts, items: [describedHit] } })
    expect(html).toContain('<mark class="match">Zest and review</mark>')
    expect(html).toMatch(/<mark class="match">zebra<\/mark>.*>a1<.*>b2<.*>\+/s)
  })

  it('say which prompts have none of the words, both as cards and in the table', async () => {
    const resultsWithRelated = {
      ...resultsWithHit,
      prompts: { items: [hit, { ...hit, id: 'b', isRelated: true }], nextCursor: null, total: 2 },
    }
    for (const view of [undefined, 'table'] as const) {
      const html = await render(resultsWithRelated, { view })
      expect(html.replaceAll('<!-- -->', '')).toContain(
        '1 prompt with the word “review”, and 1 marked “Related” without it.',
      )
      expect(html.match(/class="badge">Related</g)).toHaveLength(1)
    }
    const several = await render(resultsWithRelated, { q: 'my review' })
    expect(several.replaceAll('<!-- -->', '')).toContain(
      '1 prompt with your words, and 1 marked “Related” with a similar meaning.',
    )
    // The first of several pages doesn't know how many of the results on all pages are related.
    const firstPage = { ...resultsWithRelated, prompts: { ...resultsWithRelated.prompts, total: 40 } }
    expect(await render(firstPage)).toContain('40 prompts. Those marked “Related” don’t have the word “review”.')
    expect(await render({ ...firstPage, isGuess: true }, { q: 'my review' })).toContain(
      'Those marked “Related” match your meaning, not your words.',
    )
    expect(await render(resultsWithHit)).not.toContain('Related')
  })

  it('show the first matching tools, with the matches marked, and a link to all of them', async () => {
    const headline = [{ text: 'review', mark: true }]
    const items = ['Ant', 'Bee', 'Cow', 'Dog'].map((name) => ({ ...makeTool(name), headline }))
    const html = await render({ ...resultsWithHit, tools: { items, nextCursor: null, total: 4 } })
    expect(html.match(/<article class="tool-row/g)).toHaveLength(3)
    expect(html).toContain('<mark class="match">review</mark>')
    expect(html).toMatch(/href="\/tools\?q=review"[^>]*>All 4 tools/)
    const inCategory = await render(
      { ...resultsWithHit, tools: { items, nextCursor: null, total: 4 } },
      { category: 'general' },
    )
    expect(inCategory).toMatch(/href="\/search\?q=review&amp;category=general&amp;type=tools"[^>]*>All 4 tools/)
    const long = await render({
      ...resultsWithHit,
      tools: { items, nextCursor: 'on', total: 1000, totalIsFloor: true },
    })
    expect(long).toMatch(/href="\/tools\?q=review"[^>]*>More than 1,000 tools</)
  })

  it('show tools first if the term asks for one, and say which price was applied and whether any has all words', async () => {
    // `withoutPrice` is the term without its words for a price, and `fits` is how many tools have all of `words`.
    const request = { withoutPrice: 'tool', words: ['review', 'photo'], free: true, counts: [], alternativeTo: null }
    const items = [{ ...makeTool('Ant'), headline: [] }]
    const renderTools = (fits: number, found = items) =>
      render({
        ...resultsWithHit,
        tools: { items: found, nextCursor: null, total: found.length, request: { ...request, fits } },
      })
    const html = await renderTools(1)
    expect(html.indexOf('Only free tools, as you asked.')).toBeGreaterThan(0)
    expect(html).toMatch(/href="\/tools\?q=tool"[^>]*>Any price</)
    expect(html.indexOf('tool-row')).toBeLessThan(html.indexOf('class="card'))
    expect(html).not.toContain('None matches all')
    expect(await renderTools(0)).toContain('None matches all of these words: review, photo. These are the closest.')
    const empty = await renderTools(0, [])
    expect(empty).toMatch(/Search the tools.*None matches all of these words: review, photo\./s)
    expect(empty).not.toContain('These are the closest')
  })

  it('say that no tool is like the named tool if none shares its tags', async () => {
    const request = { withoutPrice: 'tools like Ant', words: ['ant'], fits: 0, counts: [], free: true }
    const alternativeTo = { name: 'Ant', slug: 'ant' }
    const tools = { items: [], nextCursor: null, total: 0, request: { ...request, alternativeTo } }
    const html = await render({ ...resultsWithHit, tools })
    expect(html).toContain('No free tool here is like Ant.')
    expect(html).not.toContain('They share tags')
  })

  it('show tools below the prompts, or above them if the term contains a tool’s name', async () => {
    const renderWithTool = (name: string) => {
      const items = [{ ...makeTool(name), headline: [] }]
      return render({ ...resultsWithHit, tools: { items, nextCursor: null, total: 1 } }, { q: 'the review' })
    }
    const order = async (name: string) =>
      (await renderWithTool(name)).match(/<article class="(?:tool-row|card)/g)?.map((start) => start.slice(16))
    expect(await order('Grammar')).toEqual(['card', 'tool-row'])
    expect(await order('Review')).toEqual(['tool-row', 'card'])
  })

  it('say on the page for tools which price the search named, with a link to tools of any price', async () => {
    const request = { withoutPrice: 'photo tool', words: [], fits: 0, free: true, counts: [], alternativeTo: null }
    const items = [{ ...makeTool('Ant'), headline: [] }]
    const tools = { items, nextCursor: null, total: 1, request }
    const html = await render({ ...noResults, tools }, { q: 'free photo tool', type: 'tools', category: 'creative' })
    expect(html).toContain('Only free tools, as you asked.')
    expect(html).toMatch(/href="\/search\?q=photo\+tool&amp;category=creative&amp;type=tools"[^>]*>Any price</)
    expect(html).not.toContain('None matches')
  })

  it('have a separate page for tools, with a link back', async () => {
    const items = [{ ...makeTool('Ant'), headline: [] }]
    const html = await render({ ...noResults, tools: { items, nextCursor: 'on', total: 30 } }, { type: 'tools' })
    expect(html).toMatch(/<h1[^>]*>Tools for “review”<\/h1>/)
    expect(html).toMatch(/href="\/search\?q=review"[^>]*>Prompts and people/)
    expect(html).toContain('cursor=on')
    const emptyPage = await render(noResults, { type: 'tools' })
    expect(emptyPage).toContain('No tool matches “review”.')
  })

  it('can be filtered by their categories and tags, with counts', async () => {
    const html = await render(resultsWithHit)
    expect(html).toMatch(/data-cat="general"[^>]*href="\/search\?q=review&amp;category=general"/)
    expect(html).not.toContain('category=creative')
    expect(html).toContain('tag=sql')
    expect(html).toContain('<option value="short">Short (0)</option>')
    expect(html).toContain('<input type="hidden" name="q" value="review"/>')
  })

  it('link a selected tag to the list without it', async () => {
    expect(await render(resultsWithHit, { tag: 'sql' })).not.toContain('tag=sql')
  })

  it('say how the term was corrected', async () => {
    const html = await render({ ...resultsWithHit, suggestion: 'reviews' })
    expect(html).toContain('“reviews”')
    expect(html).toContain('nothing contains “review” as typed')
  })

  it('list people', async () => {
    const people = [makeContributor('reviewer')]
    expect(await render({ ...resultsWithHit, people })).toMatch(/href="\/user\/reviewer".*1 prompt</s)
    const credited = people.map((person) => ({ ...person, isMember: false }))
    expect(await render({ ...resultsWithHit, people: credited })).toMatch(
      /href="\/author\/reviewer".*credited · .*1 prompt</s,
    )
  })

  it('name the filters and suggest other pages if nothing was found', async () => {
    const html = await render(noResults, { category: 'creative', tag: 'sql' })
    expect(html).toContain('Nothing matches “<bdi>review</bdi>” in creative, #sql.')
    for (const label of ['Search everywhere', 'All categories', 'ChatGPT']) expect(html).toContain(label)
  })

  it('don’t count prompts if there are none', async () => {
    expect(await render(noResults)).not.toContain('0 prompts')
  })

  it('have no style attributes, which the security policy forbids', async () => {
    expect(await render(resultsWithHit)).not.toMatch(/\sstyle=/)
  })
})

it('the search page without a term shows the search field, popular searches, tasks and categories', async () => {
  const html = await renderPage(<SearchStartPage categories={[makeCategory('general')]} />, '/search')
  expect(html).toMatch(/<form [^>]*action="\/search"/)
  expect(html).toMatch(/<input [^>]*type="search"[^>]*name="q"/)
  expect(html).toContain('href="/search?q=ChatGPT"')
  expect(html).toContain('href="/search?q=Plan+a+trip"')
  expect(html).toContain('href="/category/general"')
})

it('the results page offers the filters for pictures if the best result is an image prompt', async () => {
  const filters = makeCounts({ ratio: [{ value: '4:5', prompts: 0 }] })
  const resultsOf = (slug: string) => ({
    ...resultsWithHit,
    prompts: { ...resultsWithHit.prompts, items: [{ ...hit, category: { name: 'Category', slug } }] },
    facets: { ...resultsWithHit.facets, filters },
  })
  expect(await render(resultsOf('image-generation'))).toMatch(/name="ratio"/)
  expect(await render(resultsOf('general'))).not.toMatch(/name="ratio"/)
})
