import { createHmac, timingSafeEqual } from 'node:crypto'
import { codeDigits, stepSeconds, stepsOff } from '../rules.ts'

/** The step that a moment lies in: 30 s each since 1970 (RFC 6238, section 4). */
export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / stepSeconds)
}

/** The code of a step: HMAC-SHA-1 of its number, cut to some digits (RFC 4226, section 5.3). */
export function codeOf(secret: Buffer, step: number, digits = codeDigits): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step whose code this is, among now and the steps that clocks may be off; null when it is none of theirs. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const given = Buffer.from(code)
  let found: number | null = null
  for (let off = -stepsOff; off <= stepsOff; off++) {
    const step = stepAt(now) + off
    const right = Buffer.from(codeOf(secret, step))
    if (given.length === right.length && timingSafeEqual(given, right)) found = step
  }
  return found
}
