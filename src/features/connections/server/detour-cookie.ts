import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { detourMs, type Provider } from '../rules.ts'

/**
 * What a browser carries from the way out to the way back. `linkTo`: the member who entered their password to connect;
 * null where somebody signs in.
 */
export type Detour = { provider: Provider; state: string; verifier: string; linkTo: string | null; until: number }

const nameOf = (secure: boolean) => (secure ? '__Host-detour' : 'detour')

/** The Set-Cookie header that has the browser carry it. Signed: else a stolen session could say that a password was entered. */
export function detourCookie(siteKey: Buffer, detour: Detour, secure: boolean): string {
  const text = Buffer.from(JSON.stringify(detour)).toString('base64url')
  return writeCookie(`${text}.${signatureOf(siteKey, text)}`, detourMs / 1000, secure)
}

/** The Set-Cookie header that takes it away. */
export function endedDetourCookie(secure: boolean): string {
  return writeCookie('', 0, secure)
}

/** What the browser carries; null when that is nothing of ours. */
export function readDetour(siteKey: Buffer, headers: Headers, secure: boolean): Detour | null {
  const prefix = `${nameOf(secure)}=`
  const cookies = (headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim())
  const value = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) ?? ''
  const [text = '', signature = ''] = value.split('.')
  if (!isSame(signature, signatureOf(siteKey, text))) return null
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Detour
}

/** Compares in a time that tells nothing. */
export function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function signatureOf(siteKey: Buffer, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', siteKey, '', 'detours', 32))
  return createHmac('sha256', key).update(text).digest('base64url')
}

function writeCookie(value: string, seconds: number, secure: boolean): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax`
  return `${nameOf(secure)}=${value}; ${attributes}`
}
