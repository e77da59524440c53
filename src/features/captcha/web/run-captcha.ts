import type { Api } from '#client/api.ts'
import type { Input } from '#client/endpoints.ts'
import { challengeSeconds, isCaptchaPage } from '#features/captcha/rules.ts'

export type CaptchaUse = NonNullable<NonNullable<Input<'GET /api/captcha'>['query']>['use']>

type CaptchaOptions = {
  api: Api
  use: CaptchaUse
  /** The element in which a provider's widget is rendered. */
  container: HTMLElement
  signal: AbortSignal
  /**
   * Receives the value for the field `captcha`: undefined if the last solution has expired, and empty if no captcha is
   * required.
   */
  onSolution: (solution: string | undefined) => void
  onFailure: () => void
}

/** A new challenge is solved this long before the current one expires, in ms. */
const renewalMarginMs = 60_000

/** Gets a solution, and a new one whenever the last one expires or is about to, until `signal` is aborted. */
export async function runCaptcha(options: CaptchaOptions): Promise<void> {
  try {
    await startCaptcha(options)
  } catch {
    if (!options.signal.aborted) options.onFailure()
  }
}

async function startCaptcha(options: CaptchaOptions): Promise<void> {
  const { api, use, signal, onSolution } = options
  const offer = await api('GET /api/captcha', { query: { use }, fresh: true, signal })
  if (offer.provider === 'off') return onSolution('')
  if (offer.provider === 'altcha') {
    const { solveChallenge } = await import('./solve-challenge.ts')
    onSolution(await solveChallenge(offer, signal))
    const timer = setTimeout(() => runCaptcha(options), challengeSeconds * 1000 - renewalMarginMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
    return
  }
  if (needsFullLoad()) return location.reload()
  const { showWidget } = await import('./captcha-widget.ts')
  await showWidget({ ...options, ...offer })
}

/**
 * Tells whether the Content-Security-Policy of the loaded document forbids a third-party captcha. It does if the
 * document was loaded at a page that isn't a captcha page, and the visitor came here without a full load.
 */
function needsFullLoad(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return (
    isCaptchaPage(location.pathname) && navigation !== undefined && !isCaptchaPage(new URL(navigation.name).pathname)
  )
}
