import { describe, expect, it } from 'vitest'
import { pagePolicy } from './page-policy.ts'

describe('the policy of a page', () => {
  it('allows Stripe only on subscription pages, and only if payments go through Stripe', () => {
    // The first two arguments: no captcha and no optional services.
    const stripe = pagePolicy(null, undefined, 'stripe')
    expect(stripe('/subscription')['script-src']).toContain('https://js.stripe.com')
    expect(stripe('/subscription/success')['frame-src']).toContain('https://hooks.stripe.com')
    for (const path of ['/', '/credits', '/subscriptions-of-others']) expect(stripe(path)).toEqual({})
    expect(pagePolicy(null, undefined, 'sandbox')('/subscription')).toEqual({})
    expect(pagePolicy(null)('/subscription')).toEqual({})
  })
})
