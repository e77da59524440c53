/**
 * Creates an Idempotency-Key of 128 random bits. `crypto.randomUUID` isn't used because it exists only on https and
 * localhost.
 */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
