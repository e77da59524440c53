import { createRoute, z } from '@hono/zod-openapi'
import { User } from '#features/accounts/contract.ts'
import { accountLimits } from '#features/accounts/rules.ts'
import { errors, forMembers, jsonBody, noContent, ok } from '#lib/http-contract.ts'

const password = z.string().max(accountLimits.passwordMax)

const code = z.string().trim().min(1).max(60).openapi({
  description: 'Six digits from the authenticator, or a recovery code. Spaces, hyphens and case don’t matter.',
  example: '287082',
})

const SecondFactor = z
  .object({
    enabled: z.boolean(),
    recoveryCodesLeft: z.number().int(),
    setupRequired: z
      .boolean()
      .openapi({ description: 'Whether you must set up a second factor, because this site requires one for admins.' }),
  })
  .openapi('SecondFactor')

const SetUp = z
  .object({
    secret: z.string().openapi({ description: 'In base32, for typing it into an authenticator.' }),
    address: z.string().openapi({ description: 'The otpauth: URL for an authenticator.' }),
    qr: z
      .object({ size: z.number().int(), path: z.string() })
      .openapi({ description: 'The URL as a QR code: an SVG path in a square of `size`.' }),
  })
  .openapi('SecondFactorSetUp')

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).openapi('RecoveryCodes', {
  description: 'Each works once, instead of an authenticator’s code. They are not shown again.',
})

export type SecondFactor = z.infer<typeof SecondFactor>
export type SetUp = z.infer<typeof SetUp>

const tags = ['Second factor']
const path = '/api/user/second-factor'

export const secondFactorContract = {
  logInByCode: createRoute({
    method: 'post',
    path: '/api/login/second-factor',
    tags,
    summary: 'Signs in with the code that a login asked for (error second_factor_required)',
    request: { body: jsonBody(z.object({ ticket: z.string().min(1).max(200), code })) },
    responses: { ...ok(User, 'You.'), ...errors(401, 403) },
  }),
  getSecondFactor: createRoute({
    method: 'get',
    path,
    security: forMembers,
    tags,
    summary: 'Returns the state of your second factor',
    responses: { ...ok(SecondFactor, 'The state.'), ...errors(401) },
  }),
  setUpSecondFactor: createRoute({
    method: 'post',
    path,
    security: forMembers,
    tags,
    summary: 'Creates a secret for an authenticator; nothing changes until you confirm a code',
    request: { body: jsonBody(z.object({ password })) },
    responses: { ...ok(SetUp, 'The secret, which is returned only once.'), ...errors(401, 403, 409) },
  }),
  confirmSecondFactor: createRoute({
    method: 'post',
    path: `${path}/confirm`,
    security: forMembers,
    tags,
    summary: 'Switches the second factor on with a first code and ends all other sessions',
    request: { body: jsonBody(z.object({ code })) },
    responses: { ...ok(RecoveryCodes, 'Ten recovery codes.'), ...errors(401, 403, 409) },
  }),
  renewRecoveryCodes: createRoute({
    method: 'post',
    path: `${path}/recovery-codes`,
    security: forMembers,
    tags,
    summary: 'Creates ten new recovery codes; the old ones stop working',
    request: { body: jsonBody(z.object({ password, code })) },
    responses: { ...ok(RecoveryCodes, 'Ten recovery codes.'), ...errors(401, 403, 409) },
  }),
  switchSecondFactorOff: createRoute({
    method: 'delete',
    path,
    security: forMembers,
    tags,
    summary: 'Switches the second factor off; requires the password and a code',
    request: { body: jsonBody(z.object({ password, code })) },
    responses: { ...noContent('A password is enough from now on.'), ...errors(401, 403, 409) },
  }),
}
