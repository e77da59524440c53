import { describe, expect, it } from 'vitest'
import { cleanBio, linkLabel, parseLink, parseLinks } from './profile-rules.ts'

describe('a profile link', () => {
  it.each([
    ['https://example.org', 'https://example.org/'],
    ['  HTTPS://Example.org/a?b=c#d ', 'https://example.org/a?b=c#d'],
    ['https://münchen.example.de/ü', 'https://xn--mnchen-3ya.example.de/%C3%BC'],
    ['', null],
    ['   ', null],
  ])('%j is stored as %j', (text, link) => {
    expect(parseLink(text)).toEqual({ link })
  })

  it.each([
    'http://example.org',
    'javascript:alert(1)',
    'https:example.org',
    '//example.org',
    'example.org',
    'https://user:secret@example.org',
    'https://example.org@evil.test',
    'https://example.org:8443',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://router.local/',
    'https://intranet/',
    'https://exa\u202Emple.org',
    'https://example.org/a b',
    'https://exa\nmple.org',
    `https://example.org/${'a'.repeat(200)}`,
    `https://example.org/${'ü'.repeat(60)}`,
  ])('%j is refused', (text) => {
    expect(parseLink(text)).toEqual({ refusal: expect.any(String) })
  })

  it('is shown without https://, www. or a trailing slash', () => {
    expect(linkLabel('https://www.example.org/')).toBe('example.org')
    expect(linkLabel('https://example.org/about?x=1')).toBe('example.org/about?x=1')
  })
})

describe('links', () => {
  it('are one on each line, at most four, each once', () => {
    const lines = ['https://a.example.org', '', ' https://b.example.org/ ', 'https://A.example.org']
    expect(parseLinks(lines.join('\n'))).toEqual({ links: ['https://a.example.org/', 'https://b.example.org/'] })
    const five = [1, 2, 3, 4, 5].map((n) => `https://example.org/${n}`)
    expect(parseLinks(five.join('\n'))).toEqual({ refusal: 'Use at most 4 links' })
    expect(parseLinks(`https://example.org\nhttp://example.org`)).toEqual({ refusal: expect.any(String) })
    expect(parseLinks('\n'.repeat(200_000))).toEqual({ links: [] })
  })
})

describe('a bio', () => {
  it('keeps line breaks, but not invisible characters, repeated empty lines or half a character', () => {
    expect(cleanBio('  I write\r\nprompts.\n\n\n\nDaily\u202E\u0000. ')).toBe('I write\nprompts.\n\nDaily.')
    expect(cleanBio('half \uD800')).toBe('half \uFFFD')
  })
})
