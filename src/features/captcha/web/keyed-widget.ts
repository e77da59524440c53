import type { KeyedProvider } from '#features/captcha/rules.ts'
import { loadScript } from './load-script.ts'

type Show = {
  provider: KeyedProvider
  siteKey: string
  use: string
  /** Where the widget is rendered. */
  place: HTMLElement
  signal: AbortSignal
  /** Receives a solution, or undefined when the last one has expired. */
  onSolution: (solution: string | undefined) => void
  onFailure: () => void
}

type Render = (place: HTMLElement, options: object) => string
type Widget = { render: Render; remove(id: string): void }
type Recaptcha = { ready(then: () => void): void; execute(siteKey: string, options: object): Promise<string> }

declare global {
  interface Window {
    turnstile?: Widget
    hcaptcha?: Widget
    grecaptcha?: Recaptcha
  }
}

const scripts: Record<KeyedProvider, (siteKey: string) => string> = {
  turnstile: () => 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  hcaptcha: () => 'https://js.hcaptcha.com/1/api.js?render=explicit',
  recaptcha: (siteKey) => `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`,
}

/** A reCAPTCHA token is valid for two minutes. We renew it a little earlier, in ms. */
const recaptchaMs = 110_000

/** Loads the provider's script and shows its widget until aborted. Throws if the script can't be loaded. */
export async function showWidget(show: Show): Promise<void> {
  await loadScript(scripts[show.provider](show.siteKey))
  show.signal.throwIfAborted()
  if (show.provider === 'recaptcha') return renewTokens(show)
  const widget = show.provider === 'turnstile' ? window.turnstile : window.hcaptcha
  if (!widget) throw new Error(`${show.provider} did not start.`)
  const id = widget.render(show.place, {
    sitekey: show.siteKey,
    action: show.use,
    callback: show.onSolution,
    'expired-callback': () => show.onSolution(undefined),
    'error-callback': show.onFailure,
  })
  show.signal.addEventListener('abort', () => widget.remove(id))
}

async function renewTokens({ siteKey, use, signal, onSolution, onFailure }: Show): Promise<void> {
  const recaptcha = window.grecaptcha
  if (!recaptcha) throw new Error('recaptcha did not start.')
  await new Promise<void>((ready) => recaptcha.ready(ready))
  const renew = () =>
    recaptcha.execute(siteKey, { action: use }).then((token) => signal.aborted || onSolution(token), onFailure)
  const timer = setInterval(renew, recaptchaMs)
  signal.addEventListener('abort', () => clearInterval(timer))
  await renew()
}
