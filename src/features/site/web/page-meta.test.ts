import { afterEach, describe, expect, it } from 'vitest'
import { setSiteFacts } from '#client/site-facts.ts'
import type { PageMeta, PageType } from './page-facts.ts'
import { headOf, notFoundHead, pageHead, privateHead } from './page-meta.ts'
import { pageKeywords } from './robot-tags.ts'

const types = Object.keys(pageKeywords) as PageType[]
const page: PageMeta = { type: 'prompt_list', title: 'Prompts', description: 'All of\n them.', path: '/prompts' }

afterEach(() => setSiteFacts({ name: 'Promptarium', origin: null, contact: null }))

function tagsOf(meta: PageMeta): Record<string, unknown> {
  return Object.fromEntries(pageHead(meta).meta.map((tag) => Object.values(tag).slice(0, 2)))
}
const canonicalOf = (meta: PageMeta) => pageHead(meta).links.find(({ rel }) => rel === 'canonical')?.href
const nodesOf = (meta: PageMeta) =>
  pageHead(meta).meta.flatMap((tag) =>
    'script:ld+json' in tag ? [tag['script:ld+json'] as Record<string, unknown>] : [],
  )

describe('the head of a page', () => {
  it('has the title with the site’s name, the description on one line, and the keywords of its type', () => {
    expect(pageHead(page).meta[0]).toEqual({ title: 'Prompts | Promptarium' })
    expect(tagsOf(page)).toMatchObject({
      description: 'All of them.',
      keywords: pageKeywords.prompt_list.join(', '),
      'og:title': 'Prompts | Promptarium',
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
    })
  })

  it('links to the oEmbed description of a prompt if PUBLIC_URL is set', () => {
    const prompt: PageMeta = { type: 'prompt_detail', title: 'Tides', description: '', path: '/prompt/tides' }
    const oembedOf = (meta: PageMeta) =>
      pageHead(meta).links.find((link) => 'type' in link && link.type === 'application/json+oembed')?.href
    expect(oembedOf(prompt)).toBeUndefined()
    setSiteFacts({ name: 'Promptarium', origin: 'https://prompts.example', contact: null })
    expect(oembedOf(prompt)).toBe('https://prompts.example/oembed?url=https%3A%2F%2Fprompts.example%2Fprompt%2Ftides')
    expect(oembedOf({ ...prompt, noIndex: true })).toBeUndefined()
    expect(oembedOf(page)).toBeUndefined()
  })

  describe('has a list of keywords that no other page type has', () => {
    it.each(types)('if its type is %s', (type) => {
      const others = types.filter((other) => other !== type).map((other) => pageKeywords[other].join())
      expect(pageKeywords[type].length).toBeGreaterThanOrEqual(3)
      expect(others).not.toContain(pageKeywords[type].join())
    })
  })

  it('has the page’s full address if PUBLIC_URL is set, otherwise its path', () => {
    expect(canonicalOf(page)).toBe('/prompts')
    setSiteFacts({ name: 'Prompts & Co', origin: 'https://prompts.example', contact: null })
    expect(canonicalOf(page)).toBe('https://prompts.example/prompts')
    expect(tagsOf(page)).toMatchObject({
      'og:url': 'https://prompts.example/prompts',
      'og:image': 'https://prompts.example/share/site.png',
    })
  })

  it.each([
    ['prompt_detail', '/prompt/a-poem', '/share/prompt/a-poem.png', '/feed.xml'],
    ['category', '/category/general', '/share/category/general.png', '/category/general/feed.xml'],
    ['tool_detail', '/tools/whisper', '/share/tool/whisper.png', '/feed.xml'],
    ['user_profile', '/user/ada', '/share/user/ada.png', '/user/ada/feed.xml'],
    ['general', '/help', '/share/site.png', '/feed.xml'],
  ] as const)('of type %s has its image and its feed', (type, path, image, feed) => {
    const meta = { ...page, type, path }
    expect(tagsOf(meta)['og:image']).toBe(image)
    expect(pageHead(meta).links).toContainEqual(expect.objectContaining({ rel: 'alternate', href: feed }))
  })

  it('has breadcrumbs, or on the home page a description of the site and its search', () => {
    const [trail] = nodesOf({ ...page, type: 'prompt_detail', title: 'A poem', path: '/prompt/a-poem' })
    expect(trail).toMatchObject({ '@context': 'https://schema.org', '@type': 'BreadcrumbList' })
    expect(trail?.itemListElement).toMatchObject([
      { position: 1, name: 'Promptarium', item: '/' },
      { position: 2, name: 'Prompts', item: '/prompts' },
      { position: 3, name: 'A poem', item: '/prompt/a-poem' },
    ])
    const [site] = nodesOf({ ...page, type: 'home', title: 'Prompts to fill in', path: '/' })
    expect(site).toMatchObject({ '@type': 'WebSite', potentialAction: { '@type': 'SearchAction' } })
  })

  it('that search engines must not index has noindex, and no canonical address, feed or JSON-LD', () => {
    for (const head of [pageHead({ ...page, noIndex: true }), notFoundHead(), headOf({ status: 'notFound' }, page)]) {
      expect(head.meta).toContainEqual({ name: 'robots', content: 'noindex' })
      expect(head.links).toEqual([])
      expect(JSON.stringify(head.meta)).not.toContain('ld+json')
    }
    expect(tagsOf({ ...page, noIndex: true })).toMatchObject({
      'og:title': 'Prompts | Promptarium',
      'og:url': '/prompts',
    })
  })

  it('has no preview if only one person sees the page, or nothing is there', () => {
    for (const head of [privateHead('My Prompts'), notFoundHead()])
      expect(JSON.stringify(head.meta)).not.toContain('og:')
  })
})
