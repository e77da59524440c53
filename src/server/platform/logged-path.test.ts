import { expect, it } from 'vitest'
import { loggedPath } from './logged-path.ts'

it.each([
  ['/prompts?q=words', '/prompts'],
  ['/feeds/private/a.token?after=1', '/feeds/private/…'],
  ['/unsubscribe/a.token/more', '/unsubscribe/…'],
  ['/feeds/newest', '/feeds/newest'],
])('%s is %s in the log', (address, expected) => {
  expect(loggedPath(address)).toBe(expected)
})
