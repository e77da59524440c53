import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Challenge } from '#features/captcha/contract.ts'
import { t } from '#lib/texts.ts'

/**
 * The message that ALTCHA sends to a worker. The worker tries every `counterStep`th number, starting with
 * `counterStart`.
 */
export type WorkMessage = { challenge: Challenge; counterStart: number; counterStep: number; timeout: number }

/** After this many tries the worker pauses, so that it can receive a message that aborts it. */
const triesPerPause = 20

/**
 * Solves an ALTCHA challenge in JavaScript, about seven times slower than Web Crypto. Returns null if `signal`
 * was aborted or solving took longer than `timeout` ms. Throws for any algorithm other than PBKDF2 with SHA-256.
 */
export async function solveInJavaScript(
  { challenge: { parameters }, counterStart, counterStep, timeout }: WorkMessage,
  signal: AbortSignal,
) {
  const { algorithm, cost, keyLength, keyPrefix } = parameters
  if (algorithm !== 'PBKDF2/SHA-256')
    throw new Error(t("This page can't solve a challenge of type {algorithm}.", { algorithm }))
  const startedAt = performance.now()
  const salt = hexToBytes(parameters.salt)
  const nonce = hexToBytes(parameters.nonce)
  // The password is the nonce, followed by the number that is tried.
  const password = new Uint8Array(nonce.length + 4)
  password.set(nonce)
  for (let counter = counterStart, tries = 1; ; counter += counterStep, tries++) {
    new DataView(password.buffer).setUint32(nonce.length, counter)
    const derivedKey = bytesToHex(pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }))
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey, time: performance.now() - startedAt }
    if (tries % triesPerPause === 0) await new Promise((resolve) => setTimeout(resolve))
    if (signal.aborted || performance.now() - startedAt > timeout) return null
  }
}
