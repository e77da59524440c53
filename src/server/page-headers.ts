import { createHash } from 'node:crypto'

/** How strictly browsers keep to https: for this host and those below it, for this host alone, or not at all. */
export const hstsModes = ['subdomains', 'host', 'off'] as const
export type HstsMode = (typeof hstsModes)[number]

const hstsSeconds = 31_536_000

/** The security headers of every page and file. */
export function securityHeaders(isHttps: boolean, hsts: HstsMode = 'subdomains'): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // On plain http browsers ignore the opener policy, and log an error on every page.
    ...(isHttps && {
      'Cross-Origin-Opener-Policy': 'same-origin',
      // 0 makes browsers forget it.
      'Strict-Transport-Security': `max-age=${hsts === 'off' ? 0 : hstsSeconds}${hsts === 'subdomains' ? '; includeSubDomains' : ''}`,
    }),
  }
}

const inlineScript = /<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g
const dataBlock = /\btype="(?:application\/(?:ld\+)?json)"/

/** The external sources that a page needs, by directive. */
export type PolicySources = Record<string, string[]>

/**
 * The Content-Security-Policy of a rendered page: its own inline scripts by hash, everything else from this site, and the
 * sources in `wider`. The scripts contain timestamps, so the policy is made for each rendering and cached with it.
 */
export function contentSecurityPolicy(html: string, wider: PolicySources = {}): string {
  const hashes = [...html.matchAll(inlineScript)]
    .filter(([, attributes]) => !dataBlock.test(attributes ?? ''))
    .map(
      ([, , text]) =>
        `'sha256-${createHash('sha256')
          .update(text ?? '')
          .digest('base64')}'`,
    )
  const directives: PolicySources = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...new Set(hashes)],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  }
  for (const [name, sources] of Object.entries(wider)) directives[name] = [...(directives[name] ?? []), ...sources]
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}
