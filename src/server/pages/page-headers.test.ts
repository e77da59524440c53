import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { captchaPolicy } from '#features/captcha/server/captcha-policy.ts'
import { contentSecurityPolicy, securityHeaders } from './page-headers.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('the policy of a page', () => {
  it('allows its own inline scripts by hash, and nothing else inline', () => {
    const policy = contentSecurityPolicy(
      '<script>one()</script><script src="/a.js"></script><script class="x">two()\n</script>',
    )
    expect(policy).toContain(`script-src 'self' ${hashOf('one()')} ${hashOf('two()\n')};`)
    expect(policy).not.toContain('unsafe-inline')
    expect(policy).toContain("frame-ancestors 'none'")
  })

  it('allows a captcha provider only on pages with a captcha', () => {
    const policyOf = (path: string) => contentSecurityPolicy('', captchaPolicy('turnstile', path))
    for (const path of ['/auth', '/auth/forgot', '/contact']) {
      expect(policyOf(path)).toContain("script-src 'self' https://challenges.cloudflare.com;")
      expect(policyOf(path)).toContain('frame-src https://challenges.cloudflare.com')
    }
    for (const path of ['/', '/authors', '/prompt/contact']) expect(policyOf(path)).not.toContain('https:')
  })

  it('allows the scripts in all parts of a page, and a script that isn’t closed', () => {
    const policy = contentSecurityPolicy([
      '<p><script>one()</script>',
      '<script type="late-module"',
      ' src="/a.js"></script><script>two(',
    ])
    expect(policy).toContain(`script-src 'self' ${hashOf('one()')} ${hashOf('two(')};`)
  })

  it('has no hashes of data blocks such as JSON-LD', () => {
    expect(contentSecurityPolicy('<script type="application/ld+json">{}</script>')).toContain("script-src 'self';")
  })
})

it('Strict-Transport-Security is sent only over https', () => {
  expect(securityHeaders(true)['Strict-Transport-Security']).toMatch(/max-age=31536000/)
  expect(securityHeaders(true)['Cross-Origin-Opener-Policy']).toBe('same-origin')
  expect(securityHeaders(false)).not.toHaveProperty('Strict-Transport-Security')
  const modes = (['subdomains', 'host', 'off'] as const).map((mode) => securityHeaders(true, mode))
  expect(modes.map((headers) => headers['Strict-Transport-Security'])).toEqual([
    'max-age=31536000; includeSubDomains',
    'max-age=31536000',
    'max-age=0',
  ])
})
