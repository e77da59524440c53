import { describe, expect, it } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { sampleCard } from '#test/sample-home.ts'
import { PromptCard } from './prompt-card.tsx'

const card = {
  ...sampleCard('weak-claims'),
  title: 'Find the weak claims',
  description: 'A strict but kind reader.',
  excerpt: 'Read {{draft}} as {{reader:an economist}} would.',
}

describe('a card', () => {
  it('links to the prompt, and shows its text with variables as blanks', async () => {
    const html = await renderPage(<PromptCard prompt={card} />)
    expect(html).toMatch(/<a [^>]*href="\/prompt\/weak-claims"[^>]*>Find the weak claims<\/a>/)
    expect(html).toContain('Read <span class="blank">draft</span> as <span class="blank">an economist</span> would.')
    expect(html).toMatch(/by <a [^>]*href="\/user\/ada"[^>]*>ada<\/a>/)
  })

  it('shows three tags, the rest as +N', async () => {
    const html = await renderPage(<PromptCard prompt={{ ...card, tags: ['a1', 'b2', 'c3', 'd4', 'e5'] }} />)
    expect(html.match(/class="tag/g)).toHaveLength(3)
    expect(html).toContain('+2')
    expect(html).not.toContain('d4')
  })

  it('shows votes, copies and tests only where there are any', async () => {
    expect(await renderPage(<PromptCard prompt={{ ...card, copies: 0 }} />)).not.toContain('<dl')
    const copied = await renderPage(<PromptCard prompt={{ ...card, copies: 12 }} />)
    expect(copied).toContain('<dt>Copies</dt><dd>12</dd>')
    for (const missing of ['Votes', 'Tested', 'interval-bar']) expect(copied).not.toContain(missing)
  })

  it('leaves out the category that its page names already', async () => {
    expect(await renderPage(<PromptCard prompt={card} />)).toContain('href="/category/general"')
    expect(await renderPage(<PromptCard prompt={card} within="general" />)).not.toContain('href="/category/general"')
  })

  it('draws votes to scale, with a text alternative', async () => {
    const html = await renderPage(<PromptCard prompt={{ ...card, votes: { up: 90, down: 10 } }} />)
    expect(html).toContain('aria-label="90% up, between 83% and 94% for certain"')
    expect(html).toMatch(/<circle [^>]*cx="80.0%"/)
  })

  it('links to the account of an imported prompt, and shows its credit as plain text', async () => {
    const html = await renderPage(<PromptCard prompt={{ ...card, credit: 'grace' }} />)
    expect(html).toMatch(/by <a [^>]*href="\/user\/ada"[^>]*>ada<\/a> · credit: <bdi>grace<\/bdi>/)
    expect(html).not.toContain('/user/grace')
  })

  it('escapes user text and sets its language and direction', async () => {
    const html = await renderPage(<PromptCard prompt={{ ...card, title: '<b>x</b>', language: 'ar' }} />)
    expect(html).toContain('&lt;b&gt;x&lt;/b&gt;')
    expect(html).toMatch(/<h3 [^>]*dir="auto" lang="ar"/)
  })
})
