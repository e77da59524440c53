import { describe, expect, it } from 'vitest'
import { makeCategory, makeTool } from '#test/make-home.ts'
import { renderPage } from '#test/render-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { Shell } from './shell.tsx'
import { pagesFor, sectionOf } from './site-sections.ts'

const footer = {
  categories: [makeCategory('creative')],
  tools: [makeTool('Lector')],
  stats: { prompts: 879, tools: 41, contributors: 1 },
  rated: false,
}

const render = (path = '/', data: typeof footer | undefined = footer) =>
  renderPage(
    <Shell siteName="Promptarium" footer={data} search="the search">
      <h1>A page</h1>
    </Shell>,
    path,
  )

describe('the frame of every page', () => {
  it('has landmarks, and a skip link', async () => {
    const html = await render()
    for (const part of ['<header', '<main id="main"', '<footer', 'href="#main"']) expect(html).toContain(part)
  })

  it('marks the section that a page belongs to', async () => {
    expect(sectionOf('/prompt/some-prompt')).toBe('/prompts')
    expect(sectionOf('/category/general')).toBe('/categories')
    expect(sectionOf('/tools/lector')).toBe('/tools')
    expect(sectionOf('/user/ada')).toBe('/contributors')
    expect(sectionOf('/author/Ada')).toBe('/contributors')
    expect(sectionOf('/prompt-generator')).toBe('/prompt-generator')
    expect(sectionOf('/')).toBeUndefined()
    expect(await render('/prompt/some-prompt')).toMatch(/aria-current="true"[^>]*>Prompts/)
  })

  it('doesn’t link visitors to the subscription page', async () => {
    const html = await render()
    expect(html).not.toMatch(/Subscription/)
  })

  it('has the Sign In button in the HTML from the server', async () => {
    const html = await render()
    expect(html).toMatch(/<div class="[^"]*signed-out[^"]*"><a[^>]*href="\/auth">Sign In/)
  })

  it('has counts and links in the footer', async () => {
    const html = await render()
    expect(html).toContain('879 prompts, 41 tools, 1 contributor.')
    expect(html).toContain('href="/category/creative"')
    expect(html).toMatch(/href="\/tools\/lector"[^>]*>Lector/)
  })

  it('links to every page about the site, in the footer and in the menu', async () => {
    const html = await render()
    for (const { to } of pagesFor()) expect(html.split(`href="${to}"`)).toHaveLength(3)
  })

  it('links to the leaderboard, in the footer and in the menu, once a model has a rating', async () => {
    expect(await render()).not.toContain('href="/models"')
    expect((await render('/', { ...footer, rated: true })).split('href="/models"')).toHaveLength(3)
  })

  it('links to the shortcuts on the help page, for readers without JavaScript', async () => {
    expect(await render()).toMatch(/href="\/help#keyboard"[^>]*>Keyboard/)
  })

  it('keeps its fixed links and shows an error if the footer data fails to load', async () => {
    const html = await renderPage(
      <Shell siteName="Promptarium" footerFailure="Failed to fetch footer data." search="">
        <h1>A page</h1>
      </Shell>,
    )
    expect(html).toContain('href="/prompts/newest"')
    expect(html).toContain('Failed to fetch footer data.')
  })

  it('has no style attributes, which the Content-Security-Policy forbids', async () => {
    expect(await render()).not.toMatch(/\sstyle=/)
  })
})

it('the 404 page links home, to search, to the general category and to the tools', async () => {
  const html = await renderPage(<NotFoundPage />, '/no-such-page')
  expect(html).toMatch(/<h1[^>]*>Page Not Found<\/h1>/)
  expect(html).toMatch(/href="\/"[^>]*>Back to Home/)
  expect(html).toMatch(/href="\/search"[^>]*>Search Prompts/)
  expect(html).toContain('href="/category/general"')
  expect(html).toContain('href="/tools"')
})
