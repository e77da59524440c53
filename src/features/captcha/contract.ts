import { createRoute, z } from '@hono/zod-openapi'
import { ok } from '#lib/http-contract.ts'
import { captchaUses, thirdPartyProviders } from './rules.ts'

/**
 * An ALTCHA challenge: find the number from which PBKDF2 derives a key that begins with `keyPrefix`. `cost` is the
 * number of iterations, and `data.use` is what the captcha is for. `nonce`, `salt` and `keyPrefix` are hexadecimal.
 */
export const Challenge = z
  .object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number().int(),
      keyLength: z.number().int(),
      keyPrefix: z.string(),
      keySignature: z.string().optional(),
      expiresAt: z.number().optional().openapi({ description: 'Seconds since 1970.' }),
      data: z.record(z.string(), z.string()).optional(),
    }),
    signature: z.string(),
  })
  .openapi('CaptchaChallenge')

export const CaptchaOffer = z
  .discriminatedUnion('provider', [
    Challenge.extend({ provider: z.literal('altcha') }),
    z.object({ provider: z.enum(thirdPartyProviders), siteKey: z.string() }),
    z.object({ provider: z.literal('off') }),
  ])
  .openapi('CaptchaOffer')

export type Challenge = z.infer<typeof Challenge>
export type CaptchaOffer = z.infer<typeof CaptchaOffer>

export const captchaContract = {
  getCaptcha: createRoute({
    method: 'get',
    path: '/api/captcha',
    tags: ['Accounts'],
    summary:
      'Returns the captcha of this site; with ALTCHA, a new challenge whose solution can be sent once, as `captcha`',
    request: {
      query: z.object({
        use: z
          .enum(captchaUses)
          .optional()
          .openapi({ description: 'What the captcha is for. Without it, the solution is valid for any use.' }),
      }),
    },
    responses: ok(CaptchaOffer, 'The captcha.'),
  }),
}
