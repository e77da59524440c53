import { describe, expect, it } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { sampleCard, sampleCategory, sampleCounts } from '#test/sample-home.ts'
import type { ListSearch } from '#web/list-search.ts'
import { CategoryPage } from './category-page.tsx'
import { FeaturedPrompts, PromptListPage } from './prompt-list-page.tsx'

const categories = [sampleCategory('general'), sampleCategory('creative')]
const page = { items: [sampleCard('one'), sampleCard('two')], nextCursor: 'abc', total: 1204 }

const counts = sampleCounts({
  language: [
    { value: 'en', prompts: 1200 },
    { value: 'tr', prompts: 4 },
  ],
  blanks: [{ value: 'true', prompts: 1204 }],
  style: [{ value: 'photo', prompts: 80 }],
})

const render = (search: ListSearch = {}, parts: Partial<typeof page> = {}) =>
  renderPage(
    <PromptListPage
      title="Prompts"
      sort="newest"
      page={{ ...page, ...parts }}
      counts={counts}
      categories={categories}
      search={search}
    />,
    '/prompts',
  )

describe('a list of prompts', () => {
  it('shows its total and links to the next page', async () => {
    const html = await render()
    expect(html).toContain('1,204 prompts')
    expect(html).toMatch(/<a [^>]*href="\/prompts\?cursor=abc"[^>]*>Next/)
    expect(html).not.toContain('First page')
  })

  it('has filter links that keep the other filters and drop the cursor', async () => {
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

  it('can be narrowed by a form that keeps the rest of the address, by what does narrow it', async () => {
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

  it('names the chosen filters, each with a link to the list without it', async () => {
    const html = await render({ language: 'tr', length: 'short', tag: 'sql' })
    expect(html).toMatch(/Filters<span [^>]*>3</)
    expect(html).toMatch(/<a [^>]*>Short text<.*remove this filter/)
    expect(html).toContain('<option value="tr" selected="">Turkish (4)</option>')
    expect(html).toContain('<option value="short" selected="">Short (0)</option>')
  })

  it('is a table when the address says so', async () => {
    expect(await render({ view: 'table' })).toContain('<table')
    expect(await render()).not.toContain('<table')
  })

  it('says when it is empty, with a link to all prompts', async () => {
    const html = await render({}, { items: [], nextCursor: null as never, total: 0 })
    expect(html).toContain('No prompts here yet.')
    expect(html).toContain('Explore')
  })

  it('carries no style attribute: the policy forbids them', async () => {
    expect(await render({ view: 'table' })).not.toMatch(/\sstyle=/)
    expect(await render()).not.toMatch(/\sstyle=/)
  })
})

describe('the list of a category', () => {
  const category = { ...sampleCategory('general'), promptCount: 198 }
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

  it('says how many of its prompts a filter or tag leaves', async () => {
    expect(await renderCategory({ length: 'short' })).toContain('3 of 198 prompts.')
    expect(await renderCategory({ tag: 'sql' })).toContain('3 of 198 prompts.')
    expect(await renderCategory({})).not.toContain('3 of')
  })
})

it('stands featured prompts above the cards, not above the table', async () => {
  const featured = <FeaturedPrompts prompts={[sampleCard('chosen')]} />
  const render = (search: ListSearch) =>
    renderPage(
      <PromptListPage title="Prompts" sort="trending" page={page} counts={counts} categories={[]} search={search}>
        {featured}
      </PromptListPage>,
      '/prompts',
    )
  expect(await render({})).toContain('href="/prompt/chosen"')
  expect(await render({ view: 'table' })).not.toContain('href="/prompt/chosen"')
})
