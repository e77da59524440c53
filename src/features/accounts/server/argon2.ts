import { availableParallelism } from 'node:os'
import { t } from '#lib/texts.ts'
import { AppError } from '#platform/errors.ts'
import { createBoundedQueue } from '#platform/work/work-queue.ts'

/** Parameters of argon2id, the library's default algorithm: OWASP's minimum of 19 MiB, 2 passes and 1 lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Each hash takes 19 MiB and a core, so a process computes at most 4 at a time, and one fewer than there are cores, on
 * which everybody else's requests run; 50 more may wait, and any further ones are refused.
 */
const queue = createBoundedQueue({
  concurrency: Math.min(4, Math.max(1, availableParallelism() - 1)),
  waitingMax: 50,
  refusal: () =>
    new AppError('overloaded', t('Too many people are signing in right now. Try again.'), { retryAfter: 2 }),
})

const load = () => import('@node-rs/argon2')

/** Returns the password's hash as a PHC string. Throws AppError overloaded. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await load()
  return queue(() => hash(password, parameters))
}

const { memoryCost, timeCost, parallelism } = parameters
/** A hash that no password matches. Checking it takes as long as checking any other. */
const dummyHash = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * Tells whether the password matches `hash`. Without a hash (no such user), it returns false after the same time, so
 * that the time doesn't reveal which names exist. Throws AppError overloaded.
 */
export async function passwordMatches(password: string, hash: string | undefined): Promise<boolean> {
  const { verify } = await load()
  const matches = await queue(() => verify(hash ?? dummyHash, password))
  return hash !== undefined && matches
}

/** Tells whether a stored hash was made with parameters other than the current ones and should be replaced. */
export async function isOutdated(hash: string): Promise<boolean> {
  const { parseOptions } = await load()
  const storedParameters = parseOptions(hash)
  return Object.entries(parameters).some(([name, value]) => storedParameters[name as keyof typeof parameters] !== value)
}
