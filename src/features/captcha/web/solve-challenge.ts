import { solveChallengeWorkers } from 'altcha/lib'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import type { Challenge } from '#features/captcha/contract.ts'
import PlainWorker from './plain-worker.ts?worker'

/** Leaves the page its own core; more workers gain little. */
const mostWorkers = 4
/** A phone of long ago needs ten times what it should; after this, in ms, something is wrong. */
const patienceMs = { usual: 90_000, withoutWebCrypto: 180_000 }

/** Works a challenge out in workers, and gives the text for the field `captcha`. Throws when it is aborted or can't be. */
export async function solveChallenge({ parameters, signature }: Challenge, signal: AbortSignal): Promise<string> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  signal.addEventListener('abort', abort)
  try {
    const challenge = { parameters, signature } as Parameters<typeof solveChallengeWorkers>[0]['challenge']
    const solution = await solveChallengeWorkers({
      challenge,
      controller,
      concurrency: Math.min(mostWorkers, Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1)),
      // Browsers have Web Crypto on https and localhost only.
      createWorker: () => (isSecureContext ? new Pbkdf2Worker() : new PlainWorker()),
      timeout: isSecureContext ? patienceMs.usual : patienceMs.withoutWebCrypto,
    })
    signal.throwIfAborted()
    if (!solution) throw new Error('The check took too long.')
    return btoa(JSON.stringify({ challenge, solution }))
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
