import { challengeSeconds, isCaptchaPage } from '#features/captcha/rules.ts'
import type { Api } from '#web/api.ts'
import type { Input } from '#web/endpoints.ts'

export type CaptchaUse = NonNullable<NonNullable<Input<'GET /api/captcha'>['query']>['use']>

type CaptchaRun = {
  api: Api
  use: CaptchaUse
  /** Where a provider's widget is rendered. */
  container: HTMLElement
  signal: AbortSignal
  /** Receives the value for the field `captcha`, or undefined while the last one has expired. */
  onSolution: (solution: string | undefined) => void
  onFailure: () => void
}

/** A challenge is solved again this long before it expires, in ms. */
const marginMs = 60_000

/** Gets a solution, and a new one before it expires, until aborted. */
export async function runCaptcha(run: CaptchaRun): Promise<void> {
  try {
    await runOnce(run)
  } catch {
    if (!run.signal.aborted) run.onFailure()
  }
}

async function runOnce(run: CaptchaRun): Promise<void> {
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

/** A content policy belongs to the document: one loaded on another page allows no third-party captcha. */
function needsFullLoad(): boolean {
  const [entered] = performance.getEntriesByType('navigation')
  return isCaptchaPage(location.pathname) && entered !== undefined && !isCaptchaPage(new URL(entered.name).pathname)
}
