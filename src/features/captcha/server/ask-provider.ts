import { z } from '@hono/zod-openapi'
import type { KeyedProvider } from '../rules.ts'

/** A provider that is slow is one that is away, in ms. */
const patienceMs = 3_000
/** reCAPTCHA says how sure it is, from 0 to 1; its makers begin with this. */
const leastScore = 0.5

export const verifyUrls: Record<KeyedProvider, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
}

export type Keys = {
  provider: KeyedProvider
  siteKey: string
  secretKey: string
  /** The host that answers must be for: a token that was solved on another site is none here. */
  host: string
  /** Another address to ask, for tests. */
  verifyUrl?: string
}

const Answer = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  score: z.number().optional(),
})

/**
 * Whether the provider says that `token` was solved on this site for this use. Throws when it can't be asked; the
 * caller must then refuse.
 */
export async function askProvider(keys: Keys, token: string, use: string): Promise<boolean> {
  const { provider, siteKey, secretKey, host } = keys
  const response = await fetch(keys.verifyUrl ?? verifyUrls[provider], {
    method: 'POST',
    body: new URLSearchParams({
      secret: secretKey,
      response: token,
      ...(provider === 'hcaptcha' && { sitekey: siteKey }),
    }),
    signal: AbortSignal.timeout(patienceMs),
    redirect: 'error',
  })
  if (!response.ok) throw new Error(`${provider} answered ${response.status}`)
  const { success, hostname, action, score } = Answer.parse(await response.json())
  // hCaptcha knows no actions.
  const isForUse = provider === 'hcaptcha' || action === use
  const isSure = provider !== 'recaptcha' || (score ?? 0) >= leastScore
  return success && hostname === host && isForUse && isSure
}
