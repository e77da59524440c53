import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from '../contract.ts'
import { challengeSeconds } from '../rules.ts'

/** One step of the work. A browser takes about a third of a millisecond for it. */
const stepCost = 5_000
/** So many steps it takes, between these: half a second on a desktop, two on a phone. */
const steps = { from: 1_000, to: 2_000 }

/** What signs challenges (`challenge`) and their solutions (`key`). */
export type Secrets = { challenge: string; key: string }

/** A challenge for a use (any, without one), signed, so that nothing needs to be kept until it is solved. */
export async function makeChallenge(secrets: Secrets, use: string | undefined, now: Date): Promise<Challenge> {
  const { parameters, signature } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: stepCost,
    counter: randomInt(steps.to, steps.from),
    deriveKey,
    expiresAt: Math.floor(now.getTime() / 1000) + challengeSeconds,
    hmacSignatureSecret: secrets.challenge,
    hmacKeySignatureSecret: secrets.key,
    ...(use && { data: { use } }),
  })
  return { parameters, signature } as Challenge
}

/** Whether this is a solution of a challenge of ours that hasn't expired. */
export async function isSolved(
  secrets: Secrets,
  challenge: Challenge,
  solution: { counter: number; derivedKey: string },
): Promise<boolean> {
  const { verified } = await verifySolution({
    challenge: challenge as Parameters<typeof verifySolution>[0]['challenge'],
    solution,
    deriveKey,
    hmacSignatureSecret: secrets.challenge,
    hmacKeySignatureSecret: secrets.key,
  })
  return verified
}
