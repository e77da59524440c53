import { expect, it } from 'vitest'
import { loggedPath } from './logged-path.ts'

it.each([
  ['/prompts?q=words', '/prompts'],
  ['/feeds/private/a.token?after=1', '/feeds/private/…'],
  ['/skills/private/a.token/collection/a/marketplace.json', '/skills/private/…'],
  ['/unsubscribe/a.token/more', '/unsubscribe/…'],
  ['http://user:word@site.example/feeds/private/a.token', '/feeds/private/…'],
  ['//Feeds/Private%2Fa.token', '//Feeds/Private/…'],
  ['/feeds//private/a.token', '/feeds//private/…'],
  ['/%66eeds/priv%61te/a.token', '/feeds/private/…'],
  ['/unsubscribe%2fa.token', '/unsubscribe/…'],
  ['/auth/reset%3Ftoken=a', '/auth/reset/…'],
  ['/auth/verify%3ftoken%3da', '/auth/verify/…'],
  ['/oauth/consent/an.id', '/oauth/consent/…'],
  ['/oauth/auth/an.id?a=b', '/oauth/auth/…'],
  ['/author/Who%3F', '/author/Who%3F'],
  ['/prompt/%ff%0a', '/prompt/%ff%0a'],
  ['/feeds/newest', '/feeds/newest'],
])('%s is %s in the log', (address, expected) => {
  expect(loggedPath(address)).toBe(expected)
})
