import { Secret, TOTP } from 'otpauth'
import { codeDigits, stepSeconds, stepTolerance } from '../rules.ts'

const digitsOnly = /^[0-9]*$/

/**
 * Returns the number of the time step that this code belongs to: the current step, the one before or the one after
 * (RFC 6238). Returns null if the code matches none of them. Steps last 30 s and are counted from 1970.
 */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | null {
  // The library throws if six characters take up more than six bytes, as full-width digits do.
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

/** Returns the otpauth: URL with which an authenticator is set up (the key URI format of Google Authenticator). */
export function otpauthUrl(siteName: string, username: string, secret: Uint8Array): string {
  const options = { digits: codeDigits, period: stepSeconds, secret: toSecret(secret) }
  return new TOTP({ issuer: siteName, label: username, ...options }).toString()
}

/**
 * Encodes bytes as in RFC 4648, section 6, but without padding. Authenticators accept this text, and people can type
 * it.
 */
export function base32(bytes: Uint8Array): string {
  return toSecret(bytes).base32
}

/** Converts a copy of the bytes, because a Buffer is often a view of memory that also holds other data. */
function toSecret(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer })
}
