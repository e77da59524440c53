import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { LanguageTag } from '#lib/languages.ts'
import type { TakenPoints } from '#platform/limits.ts'
import { oauthFlowMs, type Provider } from '../rules.ts'

/**
 * An OAuth flow, as a cookie stores it. `linkTo` is the id of the member who connects an account or claims a credited
 * name (`claim`), and null for a sign-in. `invitation` is the token of an invitation, if new accounts need one. `language` is that of the emails to a new user. `until`
 * is the time when the flow expires, in ms since 1970. `taken`: what the start took from the network's limit
 * (cookies of earlier versions lack it).
 */
export type OauthFlow = {
  provider: Provider
  state: string
  verifier: string
  nonce: string
  linkTo: string | null
  claim?: string
  invitation?: string
  language?: LanguageTag
  taken?: TakenPoints
  until: number
}

const cookieName = (secure: boolean) => (secure ? '__Host-oauth-flow' : 'oauth-flow')

/**
 * Returns the Set-Cookie header that stores the flow. The cookie is signed with a key derived from `siteKey`. Otherwise
 * somebody with a stolen session could forge a flow that connects an account, and bypass the password.
 */
export function oauthFlowCookie(siteKey: Buffer, flow: OauthFlow, secure: boolean): string {
  const text = Buffer.from(JSON.stringify(flow)).toString('base64url')
  return writeCookie(`${text}.${signatureOf(siteKey, text)}`, oauthFlowMs / 1000, secure)
}

/** Returns the Set-Cookie header that removes the flow. */
export function expiredOauthFlowCookie(secure: boolean): string {
  return writeCookie('', 0, secure)
}

/** Reads the flow from the cookie. Returns null if there is none, or if this site didn't sign it. */
export function readOauthFlow(siteKey: Buffer, headers: Headers, secure: boolean): OauthFlow | null {
  const prefix = `${cookieName(secure)}=`
  const cookies = (headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim())
  const value = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) ?? ''
  const [text = '', signature = ''] = value.split('.')
  if (!equalsInConstantTime(signature, signatureOf(siteKey, text))) return null
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as OauthFlow
}

/** Compares two strings in constant time, because the time must not reveal anything about `expected`. */
export function equalsInConstantTime(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function signatureOf(siteKey: Buffer, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', siteKey, '', 'oauth-flow', 32))
  return createHmac('sha256', key).update(text).digest('base64url')
}

function writeCookie(value: string, seconds: number, secure: boolean): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax`
  return `${cookieName(secure)}=${value}; ${attributes}`
}
