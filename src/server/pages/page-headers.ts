import { hash } from 'node:crypto'

/** The hosts for which browsers must use https (HSTS): this host and its subdomains, this host only, or none. */
export const hstsModes = ['subdomains', 'host', 'off'] as const
export type HstsMode = (typeof hstsModes)[number]

const hstsSeconds = 31_536_000

/** The security headers that every page and file has. */
export function securityHeaders(isHttps: boolean, hsts: HstsMode = 'subdomains'): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // The next two headers are sent only over https, because over plain http browsers ignore the opener policy and log
    // an error for every page.
    ...(isHttps && {
      'Cross-Origin-Opener-Policy': 'same-origin',
      // max-age=0 makes browsers forget a value that they received before.
      'Strict-Transport-Security': `max-age=${hsts === 'off' ? 0 : hstsSeconds}${hsts === 'subdomains' ? '; includeSubDomains' : ''}`,
    }),
  }
}

/** Matches the attributes of scripts that the policy needn't allow: files, and data. */
const withoutHash = /\bsrc=|\btype="(?:application\/(?:ld\+)?json)"/

/** External sources that a page needs, by the directive of the policy that must allow them. */
export type PolicySources = Record<string, string[]>

/**
 * Builds the Content-Security-Policy of a rendered page, given as a whole or in parts that each contain whole inline
 * scripts. It allows these scripts by their hashes, files from this site, images in `data:` URLs, and the sources in
 * `more`. Scripts contain timestamps, so each rendering has its own policy, which is cached with it.
 */
export function contentSecurityPolicy(parts: string | string[], more: PolicySources = {}): string {
  const hashes = [parts]
    .flat()
    .flatMap(inlineScripts)
    .map((text) => `'sha256-${hash('sha256', text, 'base64')}'`)
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
  for (const [name, sources] of Object.entries(more)) directives[name] = [...(directives[name] ?? []), ...sources]
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}

/** The texts of the inline scripts in HTML. Finds the tags by plain search, which a long page doesn't slow down. */
function inlineScripts(html: string): string[] {
  const texts: string[] = []
  for (let start = html.indexOf(opening); start >= 0; ) {
    const tagEnd = html.indexOf('>', start)
    if (tagEnd < 0) break
    const closing = html.indexOf('</script>', tagEnd)
    const end = closing < 0 ? html.length : closing
    if (!withoutHash.test(html.slice(start, tagEnd))) texts.push(html.slice(tagEnd + 1, end))
    start = html.indexOf(opening, end)
  }
  return texts
}

const opening = '<script'
