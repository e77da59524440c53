import { describe, expect, it } from 'vitest'
import type { Home } from '#features/home/contract.ts'
import { emptySectionTexts } from '#features/home/rules.ts'
import { renderPage } from '#test/render-page.tsx'
import { sampleCard, sampleCategory, sampleHome, sampleTool } from '#test/sample-home.ts'
import { HomePage } from './home-page.tsx'
import { playablePrompt } from './playable-prompt.tsx'

const render = (parts: Partial<Home> = {}) => renderPage(<HomePage home={sampleHome(parts)} search="the search" />)
const cards = (html: string) => html.match(/<article class="card"/g)?.length ?? 0
const lines = (html: string) => html.match(/<article class="line"/g)?.length ?? 0

describe('the home page', () => {
  it('says of each empty section that it is empty, and leads out of an empty category', async () => {
    const html = await render({ topCategories: [sampleCategory('creative')] })
    for (const text of Object.values(emptySectionTexts)) expect(html).toContain(text)
    expect(html).toMatch(/<a [^>]*href="\/category\/creative"[^>]*>Explore<\/a>/)
  })

  it('has its four sections in order', async () => {
    const titles = (await render()).match(/<h2[^>]*>(.*?)<\/h2>/g)?.map((title) => title.replaceAll(/<.*?>/g, ''))
    expect(titles).toEqual(['Highest Rated', 'Most Popular', 'Newest', 'Featured', 'By category'])
  })

  it('shows what is rated on cards, what is new on lines', async () => {
    const html = await render({ mostRated: [sampleCard('a')], newest: [sampleCard('b')] })
    expect([cards(html), lines(html)]).toEqual([1, 1])
  })

  it('gives the cards to the newest as long as nothing is rated', async () => {
    const html = await render({ newest: [sampleCard('b')] })
    expect([cards(html), lines(html)]).toEqual([1, 0])
  })

  it('makes up no figure: lines without votes and copies have none', async () => {
    const home = { topCategories: [sampleCategory('creative')], categoryPrompts: { creative: [sampleCard('a')] } }
    const line = (await render(home)).match(/<article class="line".*?<\/article>/s)?.[0]
    expect(line).not.toMatch(/votes|copies/)
  })

  it('shows tools where there are any, and the way to all of them', async () => {
    expect(await render()).not.toContain('AI tools')
    const html = await render({ tools: [sampleTool('Lector')] })
    expect(html).toMatch(/<h2[^>]*>AI tools<\/h2>/)
    expect(html).toMatch(/href="\/tools\/lector"[^>]*>Lector/)
    expect(html).toMatch(/href="\/tools"[^>]*>All tools/)
  })

  it('names the people, each once', async () => {
    const joinedAt = '2026-01-01T00:00:00Z'
    const html = await render({
      topContributors: [{ username: 'grace', prompts: 3, copies: 1200, votes: 40, score: 1310, joinedAt }],
    })
    expect(html).toContain('grace')
    expect(html).toContain('1,310')
  })

  it('carries no style attribute: the policy forbids them', async () => {
    const home = { mostRated: [sampleCard('a')], categories: [sampleCategory('general')], newest: [sampleCard('b')] }
    expect(await render(home)).not.toMatch(/\sstyle=/)
  })
})

describe('the prompt to play with', () => {
  const whole = { ...sampleCard('whole'), excerpt: 'Explain {{idea}}.' }
  const cut = { ...sampleCard('cut'), excerpt: `Explain {{idea}}. ${'x'.repeat(222)}` }
  const plain = { ...sampleCard('plain'), excerpt: 'No blanks.' }

  it('is a whole one with blanks, else one with blanks, else any', () => {
    expect(playablePrompt([plain, cut, whole])).toBe(whole)
    expect(playablePrompt([plain, cut])).toBe(cut)
    expect(playablePrompt([plain])).toBe(plain)
    expect(playablePrompt([])).toBeUndefined()
  })

  it('can be copied when it is whole, else it leads to its page', async () => {
    expect(await render({ featured: [whole] })).toContain('data-key="copy"')
    expect(await render({ featured: [cut] })).toContain('Open and fill in')
    expect(await render({ featured: [cut] })).not.toContain('data-key="copy"')
  })
})
