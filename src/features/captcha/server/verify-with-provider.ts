import { z } from '@hono/zod-openapi'
import { readAtMost } from '#platform/read-at-most.ts'
import type { ThirdPartyProvider } from '../rules.ts'

/** A provider counts as unavailable if it hasn't responded after this time, in ms. */
const defaultTimeoutMs = 3_000
/** More bytes than any response of a provider has. */
const bytesMax = 100_000
/** What hCaptcha returns instead of the host while a site gets unusually many requests (docs.hcaptcha.com). */
const withheldHost = 'not-provided'
/** The minimum score of reCAPTCHA, from 0 (a bot) to 1 (a person). Google recommends starting with this value. */
const minScore = 0.5

export const verifyUrls: Record<ThirdPartyProvider, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
}

/** A third-party captcha of this site: its keys, and what is needed to check its tokens. */
export type ProviderSettings = {
  provider: ThirdPartyProvider
  siteKey: string
  secretKey: string
  /** The host that the provider's response must name, because tokens from other sites are invalid. */
  host: string
  /** Replaces the provider's URL in tests. */
  verifyUrl?: string
  /** Replaces `defaultTimeoutMs` in tests. */
  timeoutMs?: number
}

const Verification = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  score: z.number().optional(),
  'error-codes': z.array(z.string()).optional(),
})

/** The error codes that mean that the operator's keys are wrong, so another attempt can't help. */
const settingsErrors = new Set(['missing-input-secret', 'invalid-input-secret', 'sitekey-secret-mismatch'])

/** Thrown if the provider's response shows that the keys or the host in the settings are wrong. */
export class CaptchaSettingsError extends Error {
  override name = 'CaptchaSettingsError'
}

/**
 * Asks the provider about `token`. Returns whether the token is valid for this site and the action `use`, and for
 * reCAPTCHA, whether its score is at least `minScore`. Throws CaptchaSettingsError, or another error if
 * the provider doesn't give a valid response; the caller must then refuse the request.
 */
export async function verifyWithProvider(settings: ProviderSettings, token: string, use: string): Promise<boolean> {
  const { provider, siteKey, secretKey, host, timeoutMs = defaultTimeoutMs } = settings
  const response = await fetch(settings.verifyUrl ?? verifyUrls[provider], {
    method: 'POST',
    body: new URLSearchParams({
      secret: secretKey,
      response: token,
      ...(provider === 'hcaptcha' && { sitekey: siteKey }),
    }),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  })
  if (!response.ok) throw new Error(`${provider} returned ${response.status}`)
  const text = await readAtMost(response.body, bytesMax, () => new Error(`${provider} sent too much`))
  const { success, hostname, action, score, ...rest } = Verification.parse(JSON.parse(text.toString()))
  const settingsError = rest['error-codes']?.find((code) => settingsErrors.has(code))
  if (settingsError) throw new CaptchaSettingsError(`${provider} refused the keys: ${settingsError}`)
  // hCaptcha's tokens don't name an action.
  const isForUse = provider === 'hcaptcha' || action === use
  const isTrusted = provider !== 'recaptcha' || (score ?? 0) >= minScore
  // The site key that was sent also binds hCaptcha's tokens to this site.
  const isForHost = hostname === host || (provider === 'hcaptcha' && hostname === withheldHost)
  if (success && !isForHost)
    throw new CaptchaSettingsError(`the captcha was solved at ${hostname}, and PUBLIC_URL has ${host}`)
  return success && isForUse && isTrusted
}
