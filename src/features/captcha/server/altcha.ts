import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from '../contract.ts'
import { challengeSeconds } from '../rules.ts'

// ALTCHA (https://altcha.org) is a captcha for which the browser has to prove that it did some work.

/** Each step tries one number. It takes this many PBKDF2 iterations: about a third of a millisecond in a browser. */
const stepIterations = 5_000
/** How many steps a solution takes. Together they take half a second on a desktop and two seconds on a phone. */
export const stepRange = { from: 1_000, to: 2_000 }

/** Secrets for signatures: `challenge` signs challenges, and `key` signs solutions. */
export type Secrets = { challenge: string; key: string }

/**
 * Creates a signed challenge for one action, or for any action if `use` is undefined. The challenge isn't stored,
 * because its signature proves that this site created it.
 */
export async function makeChallenge(
  secrets: Secrets,
  { use, now, steps }: { use: string | undefined; now: Date; steps: typeof stepRange },
): Promise<Challenge> {
  const { parameters, signature } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: stepIterations,
    // The number to find. `randomInt` takes the maximum first.
    counter: randomInt(steps.to, steps.from),
    deriveKey,
    expiresAt: Math.floor(now.getTime() / 1000) + challengeSeconds,
    hmacSignatureSecret: secrets.challenge,
    hmacKeySignatureSecret: secrets.key,
    ...(use && { data: { use } }),
  })
  return { parameters, signature } as Challenge
}

/** Tells whether a solution is correct, and its challenge is from this site and hasn't expired. */
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
