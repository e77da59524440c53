import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnPath, safeReturnPath } from './return-path.ts'

describe('safeReturnPath', () => {
  it.each([
    ['/', '/'],
    ['/prompts?tag=code&cursor=a%2Fb#end', '/prompts?tag=code&cursor=a%2Fb#end'],
    ['/prompt/../settings', '/settings'],
    ['/search?q=//evil.com', '/search?q=//evil.com'],
    ['/authors', '/authors'],
  ])('turns %s into %s', (value, path) => expect(safeReturnPath(value)).toBe(path))

  it.each([
    '//evil.com',
    '/.//evil.com',
    '/..//evil.com',
    '/a/..//evil.com',
    '/%2e//evil.com',
    '/\\evil.com',
    '/\t/evil.com',
    '\\\\evil.com',
    'https://evil.com',
    'javascript:alert(1)',
    'prompts',
    '',
    ' /prompts',
    '/prompts\u0000',
    '/auth',
    '/auth?tab=register',
    '/auth/reset?token=a',
    '/./auth',
    `/${'a'.repeat(2048)}`,
    null,
    undefined,
    5,
  ])('refuses %j', (value) => expect(safeReturnPath(value)).toBeNull())

  it('returns only paths of this site for any input, and doesn’t change a path that it has returned', () => {
    const pathPiece = fc.constantFrom('/', '//', './', '../', '/./', '%2e/', '\\')
    const piece = fc.constantFrom('.', '..', '%2F', ':', '@', '?', '#', '\t', '\n', 'evil.com', 'javascript:', 'a')
    const hostile = fc
      .array(fc.oneof(pathPiece, piece, fc.string({ unit: 'grapheme' })), { maxLength: 8 })
      .map((parts) => parts.join(''))
    const candidates = fc.oneof(
      hostile,
      hostile.map((text) => `/${text}`),
      fc.webUrl(),
      fc.string(),
    )
    const origins = fc.constantFrom('https://promptarium.example', 'http://localhost:3000')
    fc.assert(
      fc.property(candidates, origins, (value, origin) => {
        const path = safeReturnPath(value)
        if (path === null) return
        const reached = new URL(path, `${origin}/auth`)
        expect(reached.origin).toBe(origin)
        expect(reached.pathname + reached.search + reached.hash).toBe(path)
        expect(safeReturnPath(path)).toBe(path)
      }),
      { numRuns: 20_000 },
    )
  })
})

describe('the return path after a sign-in', () => {
  const none = { redirectAfterLogin: null, lastVisitedUrl: null, previousUrl: null }

  it('is the first of these that is set: redirectAfterLogin, lastVisitedUrl, previousUrl, home', () => {
    const all = { redirectAfterLogin: '/favorites', lastVisitedUrl: '/credits', previousUrl: '/tools' }
    expect(returnPath(all)).toBe('/favorites')
    expect(returnPath({ ...all, redirectAfterLogin: null })).toBe('/credits')
    expect(returnPath({ ...all, redirectAfterLogin: null, lastVisitedUrl: null })).toBe('/tools')
    expect(returnPath(none)).toBe('/')
  })

  it('is never another site, a script or the sign-in page', () => {
    expect(returnPath({ redirectAfterLogin: '/.//evil.com', lastVisitedUrl: '/auth', previousUrl: '/tools' })).toBe(
      '/tools',
    )
    expect(returnPath({ ...none, redirectAfterLogin: 'javascript:alert(1)' })).toBe('/')
  })

  it('is the first saved prompt page, if the first saved path is /create-prompt', () => {
    const create = { ...none, redirectAfterLogin: '/create-prompt' }
    expect(returnPath(create)).toBe('/create-prompt')
    expect(returnPath({ ...create, previousUrl: '/prompt/cover-letter' })).toBe('/prompt/cover-letter')
    expect(returnPath({ ...create, lastVisitedUrl: '/prompt/essay?a=1', previousUrl: '/prompt/b' })).toBe(
      '/prompt/essay?a=1',
    )
    expect(returnPath({ ...create, previousUrl: '/prompts' })).toBe('/create-prompt')
    expect(returnPath({ ...none, previousUrl: '/create-prompt', lastVisitedUrl: '/favorites' })).toBe('/favorites')
  })
})
