import { describe, expect, it } from 'vitest'
import { isSearch, pageAddress } from './page-keys.ts'

const address = (path: string) => pageAddress(new URL(path, 'http://site'))

describe('the address that decides a page', () => {
  it.each([
    ['/?utm_source=x&_t=1', '/'],
    ['/prompt/a?category=x', '/prompt/a'],
    ['/prompts?tag=b&utm_medium=y&category=a', '/prompts?category=a&tag=b'],
    ['/category/general?sort=popular&q=x', '/category/general?sort=popular'],
    ['/search?cursor=c&q=a%20b', '/search?q=a+b&cursor=c'],
    ['/tools?cursor=c&free=true&tag=x&type=text', '/tools?type=text&free=true&cursor=c'],
    ['/tools/lector?type=text', '/tools/lector'],
    ['/search?q=a&type=tools', '/search?q=a&type=tools'],
    [`/prompts?tag=${'x'.repeat(2001)}`, '/prompts'],
  ])('%s is %s', (said, meant) => expect(address(said)).toBe(meant))

  it('knows search pages, which anybody can make any number of', () => {
    expect(isSearch(address('/search?q=a'))).toBe(true)
    expect(isSearch(address('/'))).toBe(false)
  })
})
