import { expect, it } from 'vitest'
import { makeCard } from '#test/make-home.ts'
import { renderPage } from '#test/render-page.tsx'
import { SavedPage, type SavedSearch } from './saved-page.tsx'

const render = (titles: string[], search: SavedSearch = {}, nextCursor: string | null = null) =>
  renderPage(
    <SavedPage
      page={{ items: titles.map(makeCard), nextCursor, total: titles.length }}
      search={search}
      onSearch={() => {}}
      renderActions={() => null}
    />,
  )

it('the page shows its title, each saved prompt, a search form, and links to sort and to the next page', async () => {
  const html = await render(['a-prompt'], { q: 'soup', sort: 'popular' }, 'on')
  for (const part of [
    '>Saved Prompts<',
    'href="/prompt/a-prompt"',
    'value="soup"',
    'aria-label="Search saved prompts"',
  ])
    expect(html).toContain(part)
  expect(html).toContain('href="/favorites?q=soup&amp;sort=newest"')
  expect(html).toMatch(/<a[^>]*aria-current="true"[^>]*>Most popular/)
  expect(html).toContain('rel="next"')
})

it('the page explains what to do when nothing is saved, and when nothing matches', async () => {
  const empty = await render([])
  expect(empty).toContain('Nothing saved yet.')
  expect(empty).not.toContain('Search saved prompts')
  const noMatch = await render([], { q: 'xyz' })
  expect(noMatch).toContain('match “')
  expect(noMatch).toContain('Show all saved')
})

it('the page doesn’t present a total that ends at 1,000 as exact', async () => {
  const page = { items: [makeCard('a-prompt')], nextCursor: 'on', total: 1000, totalIsFloor: true }
  const html = await renderPage(<SavedPage page={page} search={{}} onSearch={() => {}} renderActions={() => null} />)
  expect(html).toContain('1,000 prompts or more. Only you')
})

it('the page has no style attributes, which the Content-Security-Policy forbids', async () => {
  expect(await render(['a-prompt'])).not.toMatch(/\sstyle=/)
})
