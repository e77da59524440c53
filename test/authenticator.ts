import { codeOf, stepAt } from '#features/second-factor/server/authenticator-code.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator reads in a secret's letters (RFC 4648, section 6). */
export function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code that an authenticator with this secret shows; `later`: so many codes later. */
export function shownCode(secret: string, now = new Date(), later = 0): string {
  return codeOf(bytesOf(secret), stepAt(now) + later)
}
