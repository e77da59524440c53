import { mcpCollectionPath, mcpMemberPath, mcpPath } from '#features/mcp/rules.ts'
import { t } from '#lib/texts.ts'

/** The path of the authorization server. Its issuer is the site's address followed by this path. */
export const oauthPath = '/oauth'

/** The pages that ask the member have this prefix, followed by the id of the app's request. */
export const consentPath = '/oauth/consent/'

/** The endpoints of the authorization server. Except for the first, programs call them, from any origin. */
export const oauthEndpoints = {
  authorization: '/oauth/auth',
  token: '/oauth/token',
  revocation: '/oauth/token/revocation',
  registration: '/oauth/reg',
} as const

/** Where the documents that describe a resource are (RFC 9728, 3.1), followed by the resource's path. */
export const resourceDocumentPath = '/.well-known/oauth-protected-resource'

/** Where the document that describes the authorization server is (RFC 8414, 3.1). */
export const serverDocumentPath = `/.well-known/oauth-authorization-server${oauthPath}`

/** The scopes that apps can ask for, and what they allow, in words that complete “This app can”. */
export const appScopes = {
  get read() {
    return t('read your prompts including drafts, your saved prompts, your collections and your suggested edits')
  },
  get write() {
    return t('save prompts for you, and create drafts that only you see until you publish them')
  },
} as const
export type AppScope = keyof typeof appScopes

/**
 * How long codes, requests, access tokens and refresh tokens work, in seconds. Each used refresh token is replaced by a
 * new one, but not for longer than `longest` after the member's consent.
 */
export const oauthLifetimes = {
  code: 60,
  request: 3600,
  access: 3600,
  refresh: 60 * 86_400,
  longest: 365 * 86_400,
} as const

/** Returns the scopes of apps that a list of scopes, with spaces between them, names. */
export function scopesIn(list: unknown): AppScope[] {
  const named = new Set(typeof list === 'string' ? list.split(' ') : [])
  return (Object.keys(appScopes) as AppScope[]).filter((scope) => named.has(scope))
}

/** Returns the scopes that an app asks for: those of its request that exist, or `read` if it named none of them. */
export function requestedScopes(list: unknown): AppScope[] {
  const scopes = scopesIn(list)
  return scopes.length > 0 ? scopes : ['read']
}

const collectionPath = new RegExp(`^${mcpCollectionPath}[^/?#]{1,300}$`)

/**
 * Tells whether tokens of apps work at a path: at the member's endpoint and, on a site for members only, at every
 * endpoint of the Model Context Protocol. Elsewhere visitors see everything, and apps mustn't ask for a sign-in.
 */
export function isResourcePath(path: string, isClosed: boolean): boolean {
  return path === mcpMemberPath || (isClosed && (path === mcpPath || collectionPath.test(path)))
}
