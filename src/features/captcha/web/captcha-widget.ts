import type { ThirdPartyProvider } from '#features/captcha/rules.ts'
import { t } from '#lib/texts.ts'
import { loadScript } from './load-script.ts'

type WidgetOptions = {
  provider: ThirdPartyProvider
  siteKey: string
  /** The action that requires the captcha, one of `captchaUses`. */
  use: string
  /** The element in which the widget is rendered. */
  container: HTMLElement
  signal: AbortSignal
  /** Receives a solution, or undefined when the last one has expired. */
  onSolution: (solution: string | undefined) => void
  onFailure: () => void
}

type Render = (container: HTMLElement, options: object) => string
type Widget = { render: Render; remove(id: string): void }
type Recaptcha = { ready(callback: () => void): void; execute(siteKey: string, options: object): Promise<string> }

declare global {
  interface Window {
    turnstile?: Widget
    hcaptcha?: Widget
    grecaptcha?: Recaptcha
  }
}

const scripts: Record<ThirdPartyProvider, (siteKey: string) => string> = {
  turnstile: () => 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  hcaptcha: () => 'https://js.hcaptcha.com/1/api.js?render=explicit',
  recaptcha: (siteKey) => `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`,
}

/** The interval at which a reCAPTCHA token is renewed, in ms. A token is valid for two minutes. */
const recaptchaRenewalMs = 110_000

/**
 * Loads the provider's script and shows its widget until `signal` is aborted. reCAPTCHA v3 has no widget, so its tokens
 * are requested instead. Throws if the script can't be loaded.
 */
export async function showWidget(options: WidgetOptions): Promise<void> {
  await loadScript(scripts[options.provider](options.siteKey))
  options.signal.throwIfAborted()
  if (options.provider === 'recaptcha') return provideTokens(options)
  const widget = options.provider === 'turnstile' ? window.turnstile : window.hcaptcha
  if (!widget) throw new Error(t('{provider} did not start.', { provider: options.provider }))
  const id = widget.render(options.container, {
    sitekey: options.siteKey,
    action: options.use,
    callback: options.onSolution,
    'expired-callback': () => options.onSolution(undefined),
    'error-callback': options.onFailure,
  })
  options.signal.addEventListener('abort', () => widget.remove(id))
}

/** Gets a token, and a new one before each expires. */
async function provideTokens({ siteKey, use, signal, onSolution, onFailure }: WidgetOptions): Promise<void> {
  const recaptcha = window.grecaptcha
  if (!recaptcha) throw new Error('recaptcha did not start.')
  await new Promise<void>((ready) => recaptcha.ready(ready))
  const provide = () =>
    recaptcha.execute(siteKey, { action: use }).then((token) => signal.aborted || onSolution(token), onFailure)
  const timer = setInterval(provide, recaptchaRenewalMs)
  signal.addEventListener('abort', () => clearInterval(timer))
  await provide()
}
