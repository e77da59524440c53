import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, it } from 'vitest'
import type { Challenge } from '#features/captcha/contract.ts'
import { solveInJavaScript } from './solve-in-javascript.ts'

const secrets = { hmacSignatureSecret: 'one secret', hmacKeySignatureSecret: 'another' }
const challenge = await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 100, counter: 23, deriveKey, ...secrets })

const message = { challenge: challenge as Challenge, counterStart: 1, counterStep: 2, timeout: 60_000 }
const emptySolution = { counter: 0, derivedKey: '' }

describe('solving a challenge without Web Crypto', () => {
  it('finds a solution that the server accepts', async () => {
    const solution = await solveInJavaScript(message, new AbortController().signal)
    expect(solution?.counter).toBe(23)
    expect(
      await verifySolution({ challenge, solution: solution ?? emptySolution, deriveKey, ...secrets }),
    ).toMatchObject({
      verified: true,
    })
  })

  it('stops when the caller aborts or the time is up', async () => {
    // Keys are hexadecimal, so none begins with `none`.
    const unsolvable = { parameters: { ...message.challenge.parameters, keyPrefix: 'none' }, signature: '' }
    const abort = new AbortController()
    const solving = solveInJavaScript({ ...message, challenge: unsolvable }, abort.signal)
    abort.abort()
    expect(await solving).toBeNull()
    expect(
      await solveInJavaScript({ ...message, challenge: unsolvable, timeout: 0 }, new AbortController().signal),
    ).toBeNull()
  })

  it('fails if the algorithm is unknown', async () => {
    const otherAlgorithm = { parameters: { ...message.challenge.parameters, algorithm: 'ARGON2ID' }, signature: '' }
    const solving = solveInJavaScript({ ...message, challenge: otherAlgorithm }, new AbortController().signal)
    await expect(solving).rejects.toThrow('ARGON2ID')
  })
})
