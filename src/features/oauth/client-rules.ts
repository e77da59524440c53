import { parseWebAddress } from '#lib/web-address.ts'
import { cutText } from '#lib/well-formed.ts'

/** What an app's document or registration says about it, as far as this site uses it (RFC 7591, 2). */
export type ClientMetadata = {
  client_id: string
  client_name?: string
  redirect_uris: string[]
  application_type: 'web' | 'native'
  grant_types: string[]
  response_types: string[]
  token_endpoint_auth_method: string
  token_endpoint_auth_methods_supported?: unknown
}

/** How many redirect addresses an app may have, and how many characters of its name are shown. */
const redirectsMax = 20
const nameMax = 80

const grantTypes = ['authorization_code', 'refresh_token']
const loopbacks = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Schemes that a browser handles itself, so that no app can receive anything by them. */
const browserSchemes = /^(?:about|blob|data|file|filesystem|ftp|https?|javascript|mailto|vbscript|view-source|wss?):$/

/**
 * Where a redirect address leads: to a website (`web`), to a program on the person's own computer (`loopback`), or to
 * the app that opens links of this scheme (`app`). Null if the address isn't safe.
 */
export function redirectKind(address: string): 'web' | 'loopback' | 'app' | null {
  const url = /^[\x21-\x7e]+$/.test(address) && URL.canParse(address) ? new URL(address) : null
  if (!url || url.username || url.password || address.includes('#')) return null
  if (url.protocol === 'https:') return 'web'
  if (url.protocol === 'http:') return loopbacks.has(url.hostname) ? 'loopback' : null
  return browserSchemes.test(url.protocol) ? null : 'app'
}

/**
 * Returns what this site uses of an app's document or registration, or null if a redirect address isn't safe. An app
 * that leads to a program becomes `native`: its loopback address then works with any port (RFC 8252, 7.3). An app that
 * names no grant types gets refresh tokens too.
 */
export function clientMetadataOf(stated: Record<string, unknown>): ClientMetadata | null {
  const { client_id, client_name, redirect_uris, grant_types, token_endpoint_auth_method: method } = stated
  if (typeof client_id !== 'string' || !isTextList(redirect_uris) || redirect_uris.length > redirectsMax) return null
  const kinds = redirect_uris.map(redirectKind)
  if (kinds.length === 0 || kinds.includes(null)) return null
  const name = typeof client_name === 'string' ? shownName(client_name) : ''
  return {
    client_id,
    ...(name && { client_name: name }),
    redirect_uris,
    application_type: kinds.every((kind) => kind === 'web') ? 'web' : 'native',
    grant_types: isTextList(grant_types) ? grantTypes.filter((type) => grant_types.includes(type)) : grantTypes,
    response_types: ['code'],
    token_endpoint_auth_method: typeof method === 'string' ? method : 'none',
    ...('token_endpoint_auth_methods_supported' in stated && {
      token_endpoint_auth_methods_supported: stated.token_endpoint_auth_methods_supported,
    }),
  }
}

/** The name of an app without characters that nobody sees, in one line. */
function shownName(name: string): string {
  return cutText(
    name
      .replace(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    nameMax,
  )
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
}

/** The host of an app's document, which only its owner can change. Null if the app registered itself and has none. */
export function hostOfClient(clientId: string): string | null {
  return parseWebAddress(clientId)?.host ?? null
}

/** The hosts of websites to which an app redirects. Empty if it only redirects to programs. */
export function redirectHostsOf({ redirect_uris }: ClientMetadata): string[] {
  const websites = redirect_uris.filter((address) => redirectKind(address) === 'web')
  return [...new Set(websites.flatMap((address) => parseWebAddress(address)?.host ?? []))]
}
