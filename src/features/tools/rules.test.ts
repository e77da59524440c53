import { describe, expect, it } from 'vitest'
import { findSharedTags, hostOf, initialsOf, isRepository, typeNameInSentence } from './rules.ts'
import { findToolError, parseToolUrl, toolLimits } from './writing-rules.ts'

describe('the address of a tool', () => {
  it.each(['https://lector.example', 'http://lector.example:8080/a?b=c#d', 'https://例え.テスト/'])(
    '%s is accepted',
    (address) => expect(parseToolUrl(address)).toBeInstanceOf(URL),
  )

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://lector.example',
    'https://name@lector.example',
    'https://:word@lector.example',
    'https://localhost/x',
    '//lector.example',
    '/tools',
    '',
    `https://lector.example/${'x'.repeat(toolLimits.urlMax)}`,
  ])('%s is refused', (address) => expect(parseToolUrl(address)).toBeNull())

  it('is shown as its host', () => {
    expect(hostOf('https://www.lector.example/start')).toBe('lector.example')
    expect(hostOf('https://lector.example:8443/')).toBe('lector.example:8443')
    expect(hostOf('nowhere')).toBe('')
  })
})

describe('a tool', () => {
  const validTool = { name: 'Lector', description: 'Reads with you.', url: 'https://lector.example', tags: ['reading'] }

  it('is valid within the limits, counted in characters', () => {
    expect(findToolError(validTool)).toBeNull()
    expect(findToolError({ ...validTool, name: '😀'.repeat(toolLimits.nameMax) })).toBeNull()
  })

  it.each([
    ['name', { name: ' L ' }],
    ['name', { name: 'x'.repeat(81) }],
    ['description', { description: 'Too short' }],
    ['description', { description: 'x'.repeat(501) }],
    ['url', { url: 'lector.example' }],
    ['tags', { tags: ['a'] }],
    ['tags', { tags: Array.from({ length: 11 }, (_, n) => `tag${n}`) }],
  ])('is refused for its %s: %o', (field, change) => {
    expect(findToolError({ ...validTool, ...change })).toMatchObject({ field })
  })

  it('has initials of up to two letters, in any script', () => {
    expect([
      initialsOf('Lector'),
      initialsOf('DALL·E'),
      initialsOf('x'),
      initialsOf('文心一言'),
      initialsOf('…'),
    ]).toEqual(['Le', 'DA', 'x', '文心', ''])
  })

  it('is a repository if it is open source and on a code host', () => {
    const url = 'https://www.github.com/a/b'
    expect(isRepository({ url, tags: ['open source'] })).toBe(true)
    expect(isRepository({ url, tags: ['code'] })).toBe(false)
    expect(isRepository({ url: 'https://lector.example', tags: ['open source'] })).toBe(false)
  })

  it('is shown with the prompts that share a tag with it, and with the shared tags', () => {
    const [photo, logo] = [{ tags: ['photo', 'light'] }, { tags: ['logo'] }]
    expect(findSharedTags(['cutting', 'photo'], [photo, logo])).toEqual({ tags: ['photo'], prompts: [photo] })
  })

  it('has a type name for the middle of a sentence', () => {
    expect([typeNameInSentence('text'), typeNameInSentence('ai')]).toEqual(['text', 'AI'])
  })
})
