import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from '../contract.ts'
import { challengeSeconds } from '../rules.ts'

/** PBKDF2 iterations of one step. A step takes browsers about a third of a millisecond. */
const stepIterations = 5_000
/** How many steps a solution takes: half a second on a desktop, two seconds on a phone. */
export const stepRange = { from: 1_000, to: 2_000 }

/** Secrets that sign challenges (`challenge`) and solutions (`key`). */
export type Secrets = { challenge: string; key: string }

/** Creates a signed challenge for one use, or for any if `use` is undefined. Nothing is stored until it is solved. */
export async function makeChallenge(
  secrets: Secrets,
  { use, now, steps }: { use: string | undefined; now: Date; steps: typeof stepRange },
): Promise<Challenge> {
  const { parameters, signature } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: stepIterations,
    counter: randomInt(steps.to, steps.from),
    deriveKey,
    expiresAt: Math.floor(now.getTime() / 1000) + challengeSeconds,
    hmacSignatureSecret: secrets.challenge,
    hmacKeySignatureSecret: secrets.key,
    ...(use && { data: { use } }),
  })
  return { parameters, signature } as Challenge
}

/** Tells whether this is a valid solution of one of our challenges that hasn't expired. */
export async function isValidSolution(
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
