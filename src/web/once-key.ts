/** A new Idempotency-Key: 128 random bits. Not by `crypto.randomUUID`, which browsers have on https and localhost only. */
export function newOnceKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
