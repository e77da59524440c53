import { solveChallengeWorkers } from 'altcha/lib'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import type { Challenge } from '#features/captcha/contract.ts'
import { t } from '#lib/texts.ts'
import JavaScriptWorker from './javascript-worker.ts?worker'

/** The maximum number of workers at a time. More would gain little. With few cores, one core stays free. */
const maxWorkers = 4
/** Solving fails after this time, in ms. An old phone may need ten times as long as a new one. */
const timeoutMs = { withWebCrypto: 90_000, withoutWebCrypto: 180_000 }

/**
 * Solves a challenge in workers and returns the value for the field `captcha`. Throws if solving fails or `signal` is
 * aborted.
 */
export async function solveChallenge({ parameters, signature }: Challenge, signal: AbortSignal): Promise<string> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  signal.addEventListener('abort', abort)
  try {
    const challenge = { parameters, signature } as Parameters<typeof solveChallengeWorkers>[0]['challenge']
    const solution = await solveChallengeWorkers({
      challenge,
      controller,
      concurrency: Math.min(maxWorkers, Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1)),
      // Browsers have Web Crypto only on pages from https or localhost.
      createWorker: () => (isSecureContext ? new Pbkdf2Worker() : new JavaScriptWorker()),
      timeout: isSecureContext ? timeoutMs.withWebCrypto : timeoutMs.withoutWebCrypto,
    })
    signal.throwIfAborted()
    if (!solution) throw new Error(t('The check took too long.'))
    return btoa(JSON.stringify({ challenge, solution }))
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
