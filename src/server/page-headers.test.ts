import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, securityHeaders } from './page-headers.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('the policy of a page', () => {
  it('lets its own inline scripts run by hash, and nothing else inline', () => {
    const policy = contentSecurityPolicy(
      '<script>one()</script><script src="/a.js"></script><script class="x">two()\n</script>',
    )
    expect(policy).toContain(`script-src 'self' ${hashOf('one()')} ${hashOf('two()\n')};`)
    expect(policy).not.toContain('unsafe-inline')
    expect(policy).toContain("frame-ancestors 'none'")
  })

  it('needs no hash for data blocks', () => {
    expect(contentSecurityPolicy('<script type="application/ld+json">{}</script>')).toContain("script-src 'self';")
  })
})

it('strict transport security is said over https only', () => {
  expect(securityHeaders(true)['Strict-Transport-Security']).toMatch(/max-age=31536000/)
  expect(securityHeaders(false)).not.toHaveProperty('Strict-Transport-Security')
})
