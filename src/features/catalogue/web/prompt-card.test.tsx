import { describe, expect, it } from 'vitest'
import type { PromptSort } from '#features/catalogue/rules.ts'
import { usDate } from '#lib/us-date.ts'
import { makeCard, makePictureResult } from '#test/make-home.ts'
import { renderPage } from '#test/render-page.tsx'
import { PromptCard } from './prompt-card.tsx'

const card = {
  ...makeCard('weak-claims'),
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

  it('shows three tags, and the number of further tags as +N', async () => {
    const html = await renderPage(<PromptCard prompt={{ ...card, tags: ['a1', 'b2', 'c3', 'd4', 'e5'] }} />)
    expect(html.match(/class="tag/g)).toHaveLength(3)
    expect(html).toContain('+2')
    expect(html).not.toContain('d4')
  })

  it('shows votes and tests only if there are any, and copies only if there are five or more', async () => {
    const few = await renderPage(<PromptCard prompt={{ ...card, copies: 4 }} />)
    expect(few, 'four copies are too few to show').not.toMatch(/<dl|copies/)
    const copied = await renderPage(<PromptCard prompt={{ ...card, copies: 12 }} />)
    expect(copied, 'the only number precedes the tags').toMatch(/<p [^>]*><span[^>]*>12 copies<\/span>/)
    for (const missing of ['<dl', 'Votes', 'Tested', 'interval-bar']) expect(copied).not.toContain(missing)
    const voted = await renderPage(<PromptCard prompt={{ ...card, copies: 12, votes: { up: 2, down: 0 } }} />)
    expect(voted).toContain('<dt>Votes</dt><dd>2 up</dd>')
    expect(voted).toContain('<dt>Copies</dt><dd>12</dd>')
  })

  it('states up to four votes in words, before the tags', async () => {
    const withVotes = (up: number, down: number) => renderPage(<PromptCard prompt={{ ...card, votes: { up, down } }} />)
    expect(await withVotes(1, 0)).toMatch(/<p [^>]*><span[^>]*>1 up<\/span>/)
    expect(await withVotes(3, 1)).toMatch(/<span[^>]*>3 up, 1 down<\/span>/)
    expect(await withVotes(0, 2)).toMatch(/<span[^>]*>2 down<\/span>/)
    expect(await withVotes(3, 1)).not.toMatch(/<dl|<svg/)
    expect(await withVotes(4, 1)).toContain('interval-bar')
  })

  it('doesn’t mention an unknown author', async () => {
    const html = await renderPage(<PromptCard prompt={{ ...card, credit: 'member-a45e44c9' }} />)
    expect(html).not.toMatch(/Author unknown|>by </)
  })

  it('first shows the number or date that its list is sorted by', async () => {
    const prompt = {
      ...card,
      publishedAt: '2026-02-03T12:00:00.000Z',
      copies: 3,
      votes: { up: 16, down: 0 },
      communityPick: true,
    }
    const render = (sort: PromptSort) => renderPage(<PromptCard prompt={prompt} sort={sort} />)
    expect(await render('newest')).toContain('>Feb 3, 2026<')
    expect(await render('popular')).toContain(
      '<dl class="stats"><div><dt>Copies</dt><dd>3</dd></div><div><dt>Votes</dt>',
    )
    const rated = await render('highest-rated')
    expect(rated, 'the lower bound for 16 of 16 votes').toContain(
      '<dl class="stats"><div><dt>Would like it</dt><dd>81%<small>or more</small></dd></div><div><dt>Votes</dt><dd>16 up</dd>',
    )
    expect(rated, 'the badge would be on most of the first prompts').not.toContain('Community pick')
    expect(await render('newest')).toContain('Community pick')
  })

  it('leaves out the category on that category’s page', async () => {
    expect(await renderPage(<PromptCard prompt={card} />)).toContain('href="/category/general"')
    const inside = await renderPage(<PromptCard prompt={{ ...card, featured: true }} within="general" />)
    expect(inside).not.toContain('href="/category/general"')
    expect(inside, 'the badge is next to the title, not in a line above it').toMatch(
      /<article [^>]*><div><\/div><div><div [^>]*><h3 .*<\/h3><span [^>]*><span class="badge">Featured</,
    )
  })

  it('shows the style, ratio and tools that the prompt’s text states for the picture', async () => {
    const picture = {
      ratio: '9:16' as const,
      style: 'photo' as const,
      tools: ['midjourney' as const],
    }
    const html = await renderPage(<PromptCard prompt={{ ...card, picture }} />)
    expect(html).toContain('>Photo · 9:16 · Midjourney<')
    const plain = { ...picture, ratio: null, style: null, tools: [] }
    expect(await renderPage(<PromptCard prompt={{ ...card, picture: plain }} />)).not.toMatch(/Photo|·/)
  })

  it('begins with a member’s picture, which in search results is followed by the matching text', async () => {
    const result = makePictureResult({ src: '/pictures/fox-', width: 900, height: 600, alt: 'A fox' })
    const images = { name: 'Image generation', slug: 'image-generation' }
    const html = await renderPage(<PromptCard prompt={{ ...card, category: images, result }} />)
    expect(html).toMatch(/alt="A fox"[\s\S]*Find the weak claims/)
    expect(html).not.toContain('class="excerpt')
    const found = { title: card.title, description: null, text: 'the matching text', tags: [] }
    const foundCard = await renderPage(<PromptCard prompt={{ ...card, result }} found={found} />)
    expect(foundCard).toMatch(/alt="A fox"[\s\S]*the matching text/)
  })

  it('shows what came out of the prompt, whose it is and when, and calls a worked example what it is', async () => {
    const answer = { source: 'comparison', model: 'gpt-5', text: 'The second claim.', picture: null } as const
    const result = { ...answer, madeAt: '2026-11-03T12:00:00.000Z' }
    const html = await renderPage(<PromptCard prompt={{ ...card, result }} />)
    expect(html).toMatch(/<blockquote[^>]*>The second claim\.<\/blockquote>/)
    expect(html).toMatch(/<bdi[^>]*>gpt-5<\/bdi> · November 3, 2026/)
    const pasted = await renderPage(<PromptCard prompt={{ ...card, result: { ...result, source: 'pasted' } }} />)
    expect(pasted).toMatch(/gpt-5<\/bdi> · pasted by its author · November/)
    const worked = { ...result, source: 'editors', model: null } as const
    expect(await renderPage(<PromptCard prompt={{ ...card, result: worked }} />)).toContain(
      '<figcaption>Written by the editors, not by a model</figcaption>',
    )
    const picture = { src: '/pictures/fox-', width: 900, height: 600, alt: 'A fox' }
    expect(await renderPage(<PromptCard prompt={{ ...card, result: { ...result, picture } }} />)).not.toContain(
      '<blockquote',
    )
  })

  it('shows an image prompt without a picture as its own words', async () => {
    const images = { name: 'Image generation', slug: 'image-generation' }
    const description = 'For researchers.'
    const html = await renderPage(<PromptCard prompt={{ ...card, description, category: images }} />)
    expect(html).toContain('class="excerpt"')
    expect(html).not.toContain(description)
  })

  it('draws votes to scale, with a text alternative', async () => {
    const html = await renderPage(<PromptCard prompt={{ ...card, votes: { up: 90, down: 10 } }} />)
    expect(html).toContain('aria-label="90% up, likely between 83% and 94% with more votes"')
    expect(html, 'the scale goes from 50% to 100%').toMatch(/<circle [^>]*cx="80.0%"/)
    expect(html, 'shown on a narrow card too').toContain('<small>90% up</small>')
  })

  it('links to each credited name of an imported prompt, and never to a member', async () => {
    const html = await renderPage(<PromptCard prompt={{ ...card, credit: 'grace,Li Na' }} />)
    expect(html).toMatch(
      /dir="auto">by <a [^>]*href="\/author\/grace"[^>]*><bdi>grace<\/bdi><\/a>, <a [^>]*href="\/author\/Li%20Na"/,
    )
    expect(html).not.toContain('/user/')
  })

  it('doesn’t name the person whose page it is on, but names the other people in its credit', async () => {
    const bylineOn = async (personNames: string[], credit: string | null) =>
      /min-w-0 truncate" dir="auto">(.*?)<\/span>/.exec(
        await renderPage(<PromptCard prompt={{ ...card, credit }} personNames={personNames} />),
      )?.[1]
    const date = usDate(card.createdAt)
    expect(await bylineOn(['ada'], null)).toBe(date)
    expect(await bylineOn(['Grace'], 'grace')).toBe(date)
    expect(await bylineOn(['grace'], 'grace,Li Na')).toMatch(/^with <a [^>]*href="\/author\/Li%20Na"/)
    expect(await bylineOn(['grace'], null)).toContain('/user/ada')
  })

  it('escapes user text and sets its language and direction', async () => {
    const html = await renderPage(<PromptCard prompt={{ ...card, title: '<b>x</b>', language: 'ar' }} />)
    expect(html).toContain('&lt;b&gt;x&lt;/b&gt;')
    expect(html).toMatch(/<h3 [^>]*dir="auto" lang="ar"/)
  })
})
