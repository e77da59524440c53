import { describe, expect, it } from 'vitest'
import { mayRequest } from './robots-rules.ts'

describe('a robots.txt', () => {
  it.each([
    ['', '/', true],
    ['User-agent: *\nDisallow: /', '/', false],
    ['User-agent: *\nDisallow:', '/', true],
    ['User-agent: *\nDisallow: /private', '/', true],
    ['User-agent: *\nDisallow: /\nAllow: /features/copilot', '/features/copilot', true],
    ['User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['User-agent: *\nDisallow: /*?', '/', false],
    ['User-agent: other\nDisallow: /', '/', true],
    ['User-agent: other\nUser-agent: *\nDisallow: /', '/', false],
    ['User-agent: *\nDisallow: /\n\nUser-agent: Promptarium-Links\nDisallow: /x', '/', true],
    ['USER-AGENT : * # everybody\ndisallow : / # all', '/', false],
    ['Disallow: /', '/', true],
    [`${'# long\n'.repeat(5_000)}User-agent: *\nDisallow: /`, '/', true],
  ])('%j for %s: %s', (robots, path, isAllowed) => {
    expect(mayRequest(robots, path)).toBe(isAllowed)
  })
})
