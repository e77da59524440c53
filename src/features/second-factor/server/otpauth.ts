import { Secret, TOTP } from 'otpauth'
import { codeDigits, stepSeconds, stepTolerance } from '../rules.ts'

const digitsOnly = /^[0-9]*$/

/**
 * Finds the time step of a code: the current one or a neighbor (RFC 6238). Null if the code matches none. Steps last 30
 * s and count from 1970.
 */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | null {
  // The library throws for other characters, since it compares bytes of equal length.
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

/** The URL that authenticators read (the key URI format of Google Authenticator). */
export function otpauthUrl(site: string, username: string, secret: Uint8Array): string {
  const code = { digits: codeDigits, period: stepSeconds, secret: toSecret(secret) }
  return new TOTP({ issuer: site, label: username, ...code }).toString()
}

/** Encodes bytes as in RFC 4648, section 6, without padding: authenticators accept it, and people can type it. */
export function base32(bytes: Uint8Array): string {
  return toSecret(bytes).base32
}

/** Copies the bytes, since a Buffer is often a view of memory that holds other data too. */
function toSecret(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer })
}
