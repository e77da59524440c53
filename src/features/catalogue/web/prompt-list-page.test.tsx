import { describe, expect, it } from 'vitest'
import type { PromptCard } from '#features/catalogue/contract.ts'
import type { PromptSort } from '#features/catalogue/rules.ts'
import { makeCard, makeCategory, makeCounts, makePictureResult } from '#test/make-home.ts'
import { renderPage } from '#test/render-page.tsx'
import { CategoryPage } from './category-page.tsx'
import type { ListSearch } from './list-search.ts'
import { PromptListPage } from './prompt-list-page.tsx'

const categories = [makeCategory('general'), makeCategory('creative')]
const page = { items: [makeCard('one'), makeCard('two')], nextCursor: 'abc', total: 1204 }

const counts = makeCounts({
  language: [
    { value: 'en', prompts: 1200 },
    { value: 'tr', prompts: 4 },
  ],
  blanks: [{ value: 'true', prompts: 1204 }],
  style: [{ value: 'photo', prompts: 80 }],
})

const render = (search: ListSearch = {}, parts: Partial<typeof page> = {}, shownCounts = counts) =>
  renderPage(
    <PromptListPage
      title="Prompts"
      sort="newest"
      page={{ ...page, ...parts }}
      counts={shownCounts}
      categories={categories}
      search={search}
    />,
    '/prompts',
  )

const result = makePictureResult({ src: '/pictures/fox/', width: 600, height: 900, alt: 'A fox' })

it('a list of image prompts begins with their pictures, whose sizes are known, and ends with the cards of the others', async () => {
  const items = [
    { ...makeCard('fox'), result },
    { ...makeCard('owl'), picture: { ratio: '3:4' as const, style: null, tools: [] } },
  ]
  const html = await render({ category: 'image-generation' }, { items })
  expect(html).toMatch(
    /<ul class="wall"><li>.*<img [^>]*width="600" height="900"[^>]*>.*\/prompt\/fox.*<\/ul>.*No picture yet<\/h2>.*<article class="card".*\/prompt\/owl/s,
  )
  expect(html.match(/\/prompt\/fox/g)).toHaveLength(1)
  expect(await render({}, { items })).not.toContain('class="wall"')
  expect(await render({ picture: 'true' }, { items })).toContain('class="wall"')
  expect(await render({ category: 'image-generation', view: 'table' }, { items })).not.toContain('class="wall"')
})

describe('a list of prompts', () => {
  it('shows its total and links to the next page', async () => {
    const html = await render()
    expect(html).toContain('1,204 prompts')
    expect(html).toMatch(/Page 1 of 67<.*<a [^>]*href="\/prompts\?cursor=2.abc"[^>]*>Next/s)
    expect(html).not.toContain('First page')
    expect(await render({ cursor: '7.xyz' })).toMatch(/First page<.*Page 7 of 67<.*href="\/prompts\?cursor=8.abc"/s)
    // A cursor that contains no number doesn't say which page it leads to.
    expect(await render({ cursor: 'xyz' })).toMatch(/First page<(?!.*>Page ).*href="\/prompts\?cursor=abc"/s)
  })

  it('has links to other orders that keep the filters and drop the cursor', async () => {
    const html = await render({ tag: 'sql', cursor: 'abc' })
    expect(html).toMatch(/href="\/prompts\/popular\?tag=sql"/)
    expect(html).toContain('First page')
  })

  it('marks the current category', async () => {
    const html = await render({ category: 'creative' })
    expect(html).toMatch(/aria-current="true" data-cat="creative"/)
    expect(html).not.toMatch(/aria-current="\w+" data-cat="general"/)
    expect(html).toContain('in creative')
  })

  it('has a form with the filters that can narrow the list. The form keeps the URL’s tag and view', async () => {
    const html = await render({ tag: 'sql', view: 'table', cursor: 'abc' })
    expect(html).toMatch(/<form [^>]*><h2 [^>]*>Filter by</)
    expect(html).toContain('<option value="tr">Turkish (4)</option>')
    expect(html).toMatch(
      /<input type="hidden" name="tag" value="sql"\/><input type="hidden" name="view" value="table"\/>/,
    )
    expect(html).not.toContain('name="cursor"')
    for (const missing of ['name="blanks"', 'name="length"', 'name="style"']) expect(html).not.toContain(missing)
    expect(await render({ category: 'image-generation' })).toContain('<option value="photo">Photo (80)</option>')
  })

  it('offers “Ready to copy”, and “Without blanks” only if that is already chosen', async () => {
    // `ready`: without blanks, or with a default for each.
    const blanks = Object.entries({ true: 900, false: 304, ready: 700 }).map(([value, prompts]) => ({ value, prompts }))
    const html = await render({}, {}, makeCounts({ blanks }))
    expect(html).toMatch(/>Any<\/option><option value="ready">Ready to copy \(700\)<\/option><option value="true">/)
    expect(html).not.toContain('Without blanks')
    expect(await render({ blanks: 'false' }, {}, makeCounts({ blanks }))).toContain(
      '<option value="false" selected="">Without blanks (304)</option>',
    )
  })

  it('names the chosen filters, each with a link to the list without it', async () => {
    const html = await render({ language: 'tr', length: 'short', tag: 'sql' })
    expect(html).toMatch(/Filters<span [^>]*>3</)
    expect(html).toMatch(/<a [^>]*>Short text<.*remove this filter/)
    expect(html).toContain('<option value="tr" selected="">Turkish (4)</option>')
    expect(html).toContain('<option value="short" selected="">Short (0)</option>')
  })

  it('offers no switch between views for a single prompt', async () => {
    expect(await render()).toContain('aria-label="View"')
    expect(await render({}, { items: [makeCard('one')], total: 1 })).not.toContain('aria-label="View"')
  })

  it('is a table if the URL says so', async () => {
    expect(await render({ view: 'table' })).toContain('<table')
    expect(await render()).not.toContain('<table')
  })

  it('has a message and a link to all prompts if it is empty', async () => {
    const html = await render({}, { items: [], nextCursor: null as never, total: 0 })
    expect(html).toContain('No prompts here yet.')
    expect(html).toContain('Explore')
  })

  it('has no style attributes, which the Content-Security-Policy forbids', async () => {
    expect(await render({ view: 'table' })).not.toMatch(/\sstyle=/)
    expect(await render()).not.toMatch(/\sstyle=/)
  })
})

describe('the list of a category', () => {
  const category = { ...makeCategory('general'), promptCount: 198 }
  const renderCategory = (search: ListSearch) =>
    renderPage(
      <CategoryPage
        category={category}
        categories={[category]}
        sort="newest"
        page={{ ...page, total: 3 }}
        counts={counts}
        search={search}
        emptyText=""
      />,
      '/category/general',
    )

  it('says how many of its prompts match a filter or tag', async () => {
    expect(await renderCategory({ length: 'short' })).toContain('3 of 198 prompts.')
    expect(await renderCategory({ tag: 'sql' })).toContain('3 of 198 prompts.')
    expect(await renderCategory({})).not.toContain('3 of')
  })
})

describe('a list that begins with featured prompts', () => {
  const renderSorted = (sort: PromptSort, items: PromptCard[], search: ListSearch = {}) =>
    renderPage(
      <PromptListPage
        title="Prompts"
        sort={sort}
        page={{ items, nextCursor: null, total: 2 }}
        featured={[makeCard('chosen')]}
        counts={counts}
        categories={[]}
        search={search}
      />,
      '/prompts',
    )

  it('shows them once, above the cards but not above the table', async () => {
    const items = [makeCard('chosen'), makeCard('other')]
    expect((await renderSorted('trending', items)).match(/href="\/prompt\/chosen"/g)).toHaveLength(1)
    expect(await renderSorted('trending', items)).toMatch(/Chosen by the editors.*href="\/prompt\/other"/s)
    expect(await renderSorted('trending', items, { view: 'table' })).not.toContain('Chosen by the editors')
  })

  it('explains what comes first while an order has no data to rank by', async () => {
    const featured = { ...makeCard('a'), featured: true }
    expect(await renderSorted('popular', [featured])).toContain('No copies yet: featured prompts come first.')
    expect(await renderSorted('popular', [{ ...featured, copies: 1 }])).not.toContain('No copies yet')
    expect(await renderSorted('highest-rated', [featured])).toContain('No votes yet: featured prompts come first.')
    expect(await renderSorted('highest-rated', [makeCard('a')])).toContain('No votes yet: starter prompts and new')
    expect(await renderSorted('trending', [featured])).toContain(
      'No recent votes or copies yet: starter prompts and new ones come first.',
    )
  })
})
