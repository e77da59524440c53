import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readXml, textsOf } from '#test/read-xml.ts'
import { promptEntry, writeFeed } from './write-feed.ts'
import { writeSitemap } from './write-sitemap.ts'
import { element, escapeXml } from './write-xml.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('</title>', ']]>', '&lt;'),
  fc.string({ unit: fc.constantFrom(...'a<>&"\'\0\u0001\u001f\ufffe') }),
)
/** Returns a text without the characters that XML can't contain. */
const withoutUnwritable = (text: string) =>
  text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')

describe('XML', () => {
  it('keeps any text unchanged, except characters that XML can’t contain', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(readXml(`<a>${element('b', text)}</a>`).children[0]?.text).toBe(withoutUnwritable(text))
        expect(readXml(`<a b="${escapeXml(text)}"/>`).attributes.b).toBe(withoutUnwritable(text))
      }),
    )
  })

  it('is well-formed in feeds and sitemaps for any text', () => {
    fc.assert(
      fc.property(anyText, anyText, (title, tag) => {
        const feed = readXml(
          writeFeed(
            { title, path: '/feed.xml', page: '/', entries: [promptEntry(cardOf(title, tag))] },
            'http://x.test',
          ),
        )
        expect(textsOf(feed, 'title')).toEqual([withoutUnwritable(title)])
        readXml(writeSitemap([{ path: `/user/${encodeURIComponent(withoutUnwritable(title))}` }], 'http://x.test', []))
      }),
      { numRuns: 50 },
    )
  })

  it('that is invalid is rejected by the parser that these tests use', () => {
    for (const broken of [
      '<a>',
      '<a></b>',
      '<a b="1" b="2"/>',
      '<a>&</a>',
      '<a/><b/>',
      '<a>\u0001</a>',
      '<a b="<"/>',
      'x',
    ]) {
      expect(() => readXml(broken)).toThrow()
    }
  })
})

it('a feed dates a prompt by its publication, and by its last change if that is later', () => {
  const [edited, published, changed] = ['2026-05-03', '2026-11-20', '2026-11-21'].map((day) => `${day}T09:30:00.000Z`)
  const datesOf = (dates: { publishedAt?: string; updatedAt?: string }) => {
    const feed = { title: 'Newest', path: '/feed.xml', page: '/' }
    const prompt = { ...cardOf('A draft for months', ''), createdAt: edited ?? '', ...dates }
    const xml = readXml(writeFeed({ ...feed, entries: [promptEntry(prompt)] }, 'http://x.test'))
    const entry = xml.children.find(({ name }) => name === 'entry')
    return [textsOf(xml, 'updated'), ...['published', 'updated'].map((name) => entry && textsOf(entry, name))].flat()
  }
  expect(datesOf({ publishedAt: published, updatedAt: edited })).toEqual([published, published, published])
  expect(datesOf({ publishedAt: published, updatedAt: changed })).toEqual([changed, published, changed])
})

function cardOf(title: string, tag: string) {
  return {
    id: '019a9d1e-7c00-7000-8000-000000000001',
    slug: 'a-prompt',
    title,
    description: title,
    tags: [tag],
    category: { name: tag, slug: 'general' },
    user: { username: 'ada' },
    featured: false,
    communityPick: false,
    excerpt: title,
    language: 'en',
    votes: { up: 0, down: 0 },
    copies: 0,
    favorites: 0,
    comments: 0,
    testedWith: [],
    worksBestWith: null,
    credit: tag || null,
    picture: null,
    result: null,
    proof: null,
    createdAt: '2026-11-20T09:30:00.000Z',
    updatedAt: '2026-11-20T09:30:00.000Z',
    publishedAt: '2026-11-20T09:30:00.000Z',
  }
}
