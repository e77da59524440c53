import { Secret, TOTP } from 'otpauth'
import { codeDigits, stepSeconds, stepTolerance } from '../rules.ts'

const digitsOnly = /^[0-9]*$/

/**
 * Finds the time step of a code, which is the current step or a neighbor (RFC 6238). Returns null if the code matches
 * none. Steps last 30 s and are counted from 1970.
 */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | null {
  // The library throws for other characters, because it compares bytes of equal length.
  if (!digitsOnly.test(code)) return null
  const time = { period: stepSeconds, timestamp: now.getTime() }
  const stepOffset = TOTP.validate({
    token: code,
    secret: toSecret(secret),
    digits: codeDigits,
    window: stepTolerance,
    ...time,
  })
  return stepOffset === null ? null : TOTP.counter(time) + stepOffset
}

/** Returns the URL that authenticators read (the key URI format of Google Authenticator). */
export function otpauthUrl(site: string, username: string, secret: Uint8Array): string {
  const code = { digits: codeDigits, period: stepSeconds, secret: toSecret(secret) }
  return new TOTP({ issuer: site, label: username, ...code }).toString()
}

/**
 * Encodes bytes as in RFC 4648, section 6, but without padding. Authenticators accept this text, and people can type it.
 */
export function base32(bytes: Uint8Array): string {
  return toSecret(bytes).base32
}

/** Copies the bytes, because a Buffer is often a view of memory that also holds other data. */
function toSecret(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer })
}
