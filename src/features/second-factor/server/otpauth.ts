import { Secret, TOTP } from 'otpauth'
import { codeDigits, stepSeconds, stepsOff } from '../rules.ts'

const digitsOnly = /^[0-9]*$/

/**
 * The step whose code this is, among now and the steps that clocks may be off (RFC 6238); null when it is none of theirs.
 * Steps are 30 s each and count from 1970.
 */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | null {
  // The library throws for other characters, since it compares bytes of one length.
  if (!digitsOnly.test(code)) return null
  const time = { period: stepSeconds, timestamp: now.getTime() }
  const off = TOTP.validate({ token: code, secret: secretOf(secret), digits: codeDigits, window: stepsOff, ...time })
  return off === null ? null : TOTP.counter(time) + off
}

/** The address that authenticators read (the key URI format of Google Authenticator). */
export function keyAddress(site: string, username: string, secret: Uint8Array): string {
  const code = { digits: codeDigits, period: stepSeconds, secret: secretOf(secret) }
  return new TOTP({ issuer: site, label: username, ...code }).toString()
}

/** Bytes in the letters of RFC 4648, section 6, without padding: what authenticators take, and people can type. */
export function base32(bytes: Uint8Array): string {
  return secretOf(bytes).base32
}

/** A copy: a Buffer often is a view of memory that holds other things too. */
function secretOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer })
}
