import { describe, expect, it } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { sampleCard, sampleCategory } from '#test/sample-home.ts'
import type { ListSearch } from '#web/list-search.ts'
import { PromptListPage } from './prompt-list-page.tsx'

const categories = [sampleCategory('general'), sampleCategory('creative')]
const page = { items: [sampleCard('one'), sampleCard('two')], nextCursor: 'abc', total: 1204 }

const render = (search: ListSearch = {}, parts: Partial<typeof page> = {}) =>
  renderPage(
    <PromptListPage
      title="Prompts"
      sort="newest"
      page={{ ...page, ...parts }}
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
