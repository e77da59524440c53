import { describe, expect, it } from 'vitest'
import type { Home } from '#features/home/contract.ts'
import { emptySectionTexts } from '#features/home/rules.ts'
import { makeCard, makeCategory, makeContributor, makeHome, makeTool } from '#test/make-home.ts'
import { renderPage } from '#test/render-page.tsx'
import { HomePage } from './home-page.tsx'

const render = (parts: Partial<Home> = {}) => renderPage(<HomePage home={makeHome(parts)} search="the search" />)
const countCards = (html: string) => html.match(/<article class="card"/g)?.length ?? 0
const titlesOf = (html: string) => html.match(/<h2[^>]*>(.*?)<\/h2>/g)?.map((title) => title.replaceAll(/<.*?>/g, ''))
const countRows = (html: string) => html.match(/<article class="prompt-row"/g)?.length ?? 0

describe('the home page', () => {
  it('shows the specification’s text in each empty section, and a link in an empty category', async () => {
    const html = await render({ topCategories: [{ ...makeCategory('creative'), promptCount: 0 }] })
    for (const text of Object.values(emptySectionTexts)) expect(html).toContain(text)
    expect(html).toMatch(/<a [^>]*href="\/category\/creative"[^>]*>Explore<\/a>/)
  })

  it('says that there are no rated prompts only if there are none', async () => {
    expect(await render()).toMatch(/Highest Rated<\/h2><p[^>]*>No highly rated prompts available yet\./)
    expect(await render({ mostRated: [makeCard('a')] })).not.toContain(emptySectionTexts.mostRated)
  })

  it('says below the headline what the site is', async () => {
    expect(await render()).toMatch(/<\/h1><p[^>]*>Free prompts for ChatGPT, Claude and others\./)
  })

  it('shows its sections in the specification’s order', async () => {
    const one = [makeCard('a')]
    expect(titlesOf(await render({ mostRated: one, mostCopied: one, newest: one, featured: one }))).toEqual([
      'Highest Rated',
      'Most Popular',
      'Newest',
      'Featured',
      'By category',
    ])
  })

  it('keeps this order while sections are empty', async () => {
    const one = [makeCard('a')]
    const html = await render({ newest: one, featured: one })
    expect(titlesOf(html)).toEqual(['Highest Rated', 'Most Popular', 'Newest', 'Featured', 'By category'])
  })

  it('says that the featured prompts are above if there are no others', async () => {
    const newest = [{ ...makeCard('a'), featured: true }]
    expect(await render({ newest })).toContain('The editors’ choices are above.')
    expect(await render({ newest })).not.toContain(emptySectionTexts.featured)
  })

  it('doesn’t call a category empty whose prompts are above', async () => {
    const html = await render({ topCategories: [makeCategory('creative')], categoryPrompts: { creative: [] } })
    expect(html).not.toContain(emptySectionTexts.category)
  })

  it('shows rated prompts as cards, popular and new ones as rows', async () => {
    const html = await render({
      mostRated: [makeCard('a')],
      mostCopied: [makeCard('c')],
      newest: [makeCard('b')],
    })
    expect([countCards(html), countRows(html)]).toEqual([1, 2])
  })

  it('shows the newest prompts as cards as long as nothing is copied', async () => {
    const html = await render({ newest: [makeCard('b')] })
    expect([countCards(html), countRows(html)]).toEqual([1, 0])
  })

  it('shows no number on rows without votes or copies', async () => {
    const home = { topCategories: [makeCategory('creative')], categoryPrompts: { creative: [makeCard('a')] } }
    const row = (await render(home)).match(/<article class="prompt-row".*?<\/article>/s)?.[0]
    expect(row).not.toMatch(/votes|copies/)
  })

  it('shows the number of copies on rows with at least five', async () => {
    const [few, many] = await Promise.all(
      [4, 5].map((copies) => render({ mostCopied: [{ ...makeCard('c'), copies }] })),
    )
    expect(few).not.toMatch(/>4<|>copies</)
    expect(many).toMatch(/>5<.*>copies</s)
  })

  it('uses the singular for one vote', async () => {
    const prompt = { ...makeCard('a'), votes: { up: 1, down: 0 } }
    const html = await render({ topCategories: [makeCategory('creative')], categoryPrompts: { creative: [prompt] } })
    expect(html.match(/<article class="prompt-row".*?<\/article>/s)?.[0]).toMatch(/>1<.*>vote</s)
  })

  it('shows tools if there are any, and the link to all tools', async () => {
    expect(await render()).not.toContain('AI tools')
    const html = await render({ tools: [makeTool('Lector')] })
    expect(html).toMatch(/<h2[^>]*>AI tools<\/h2>/)
    expect(html).toMatch(/href="\/tools\/lector"[^>]*>Lector/)
    expect(html).toMatch(/href="\/tools"[^>]*>All tools/)
  })

  it('shows each contributor with their score', async () => {
    const html = await render({ topContributors: [makeContributor('grace', { copies: 1200, score: 1310 })] })
    expect(html).toContain('grace')
    expect(html).toContain('1,310')
  })

  it('has no style attributes, which the Content-Security-Policy forbids', async () => {
    const home = { mostRated: [makeCard('a')], categories: [makeCategory('general')], newest: [makeCard('b')] }
    expect(await render(home)).not.toMatch(/\sstyle=/)
  })
})

describe('results', () => {
  const result = {
    source: 'comparison',
    model: 'Claude',
    text: 'Monday: soup.',
    picture: null,
    madeAt: '2026-11-20T09:00:00.000Z',
  } as const

  it('are shown with the prompt of the day, with model and date, and a link to the whole', async () => {
    const html = await render({ pick: { ...makeCard('plan'), result } })
    expect(html).toMatch(/Monday: soup\..*Claude.*November 20, 2026.*href="\/prompt\/plan#result"/s)
  })

  it('have a section after the categories, unless there are none', async () => {
    expect(await render()).not.toContain('Recent results')
    const html = await render({ results: [{ ...makeCard('plan'), result }] })
    expect(titlesOf(html)?.slice(-2)).toEqual(['By category', 'Recent results'])
    expect(html).toContain('Monday: soup.')
  })
})

describe('the prompt of the day', () => {
  const complete = { ...makeCard('complete'), excerpt: 'Explain {{idea}}.' }
  const cut = { ...makeCard('cut'), excerpt: 'Explain {{idea}}. Then …' }

  it('can be copied if its full text is shown, else it links to its page', async () => {
    expect(await render({ pick: complete })).toContain('data-key="copy"')
    expect(await render({ pick: cut })).toContain('Open and fill in')
    expect(await render({ pick: cut })).not.toContain('data-key="copy"')
  })
})
