import { challengeSeconds, isCaptchaPage } from '#features/captcha/rules.ts'
import type { Api } from '#web/api.ts'
import type { Input } from '#web/endpoints.ts'

export type CaptchaUse = NonNullable<NonNullable<Input<'GET /api/captcha'>['query']>['use']>

type Run = {
  api: Api
  use: CaptchaUse
  /** Where a provider's widget may go. */
  place: HTMLElement
  signal: AbortSignal
  /** The text for the field `captcha`, or undefined while the last one is too old. */
  onSolution: (solution: string | undefined) => void
  onFailure: () => void
}

/** A challenge is solved again so long before it ends, in ms. */
const marginMs = 60_000

/** Brings a solution, and a new one before it gets too old, until aborted. */
export async function runCaptcha(run: Run): Promise<void> {
  try {
    await runOnce(run)
  } catch {
    if (!run.signal.aborted) run.onFailure()
  }
}

async function runOnce(run: Run): Promise<void> {
  const { api, use, signal, onSolution } = run
  const offer = await api('GET /api/captcha', { query: { use }, fresh: true, signal })
  if (offer.provider === 'off') return onSolution('')
  if (offer.provider === 'altcha') {
    const { solveChallenge } = await import('./solve-challenge.ts')
    onSolution(await solveChallenge(offer, signal))
    const timer = setTimeout(() => runCaptcha(run), challengeSeconds * 1000 - marginMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
    return
  }
  if (needsFullLoad()) return location.reload()
  const { showWidget } = await import('./keyed-widget.ts')
  await showWidget({ ...run, ...offer })
}

/** A policy belongs to the document: one that was entered elsewhere lets no foreign captcha in. */
function needsFullLoad(): boolean {
  const [entered] = performance.getEntriesByType('navigation')
  return isCaptchaPage(location.pathname) && entered !== undefined && !isCaptchaPage(new URL(entered.name).pathname)
}
