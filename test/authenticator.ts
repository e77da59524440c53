import { createHmac } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Decodes a secret in Base32 (RFC 4648, section 6). */
export function decodeBase32(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/**
 * Computes the code for a time step of 30 seconds (RFC 6238, and RFC 4226, section 5.3), without the library `otpauth`
 * that the product uses.
 */
export function codeAtStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 0xf) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** The code that an authenticator with this secret shows at `now`, or `stepsLater` time steps afterwards. */
export function authenticatorCode(secret: string, now = new Date(), stepsLater = 0): string {
  return codeAtStep(decodeBase32(secret), Math.floor(now.getTime() / 30_000) + stepsLater)
}
