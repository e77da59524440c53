import { createRoute, z } from '@hono/zod-openapi'
import { accountLimits } from '#features/accounts/rules.ts'
import {
  created,
  errors,
  forAdmins,
  forMembers,
  Id,
  jsonBody,
  noContent,
  ok,
  Time,
  tokenScopes,
  visibleName,
} from '#lib/http-contract.ts'
import { tokenLimits as limits, tokenMessages as messages } from './rules.ts'

export const ApiToken = z
  .object({
    id: Id,
    name: z.string(),
    scopes: z.array(z.enum(tokenScopes)),
    dailyCredits: z.number().int().openapi({ description: 'How many credits the token may spend a day (UTC).' }),
    spentToday: z.number().int(),
    createdAt: Time,
    expiresAt: Time,
    lastUsedOn: z
      .string()
      .nullable()
      .openapi({ format: 'date', description: 'The day of its last request (UTC); null if it was never used.' }),
  })
  .openapi('ApiToken')

export const NewApiToken = ApiToken.extend({
  token: z.string().openapi({ description: 'The token itself. It is never shown again.' }),
}).openapi('NewApiToken')

export const TokenDraft = z.object({
  // The name appears in the email about the new token, so it can't have line breaks or hidden characters.
  name: visibleName(limits.nameMax, messages),
  scopes: z
    .array(z.enum(tokenScopes))
    .min(1, { error: () => messages.scopeMissing })
    .max(tokenScopes.length)
    .transform((scopes) => tokenScopes.filter((scope) => scopes.includes(scope))),
  expiresInDays: z.number().int().min(1).max(limits.daysMax).default(limits.daysDefault),
  dailyCredits: z
    .number()
    .int({ error: () => messages.dailyCredits })
    .min(0, { error: () => messages.dailyCredits })
    .max(limits.dailyCreditsMax, { error: () => messages.dailyCredits })
    .default(limits.dailyCreditsDefault),
})

export type ApiToken = z.infer<typeof ApiToken>
export type NewApiToken = z.infer<typeof NewApiToken>
export type TokenDraft = z.infer<typeof TokenDraft>

const path = '/api/user/tokens'

export const tokensContract = {
  listTokens: createRoute({
    method: 'get',
    path,
    security: forMembers,
    tags: ['Tokens'],
    summary: 'Lists your API tokens, newest first',
    responses: { ...ok(z.array(ApiToken), `Up to ${limits.perMember} tokens.`), ...errors(401) },
  }),
  createToken: createRoute({
    method: 'post',
    path,
    security: forMembers,
    tags: ['Tokens'],
    summary: 'Creates an API token and emails you; requires a login within the last 12 hours, or the password',
    request: {
      body: jsonBody(TokenDraft.extend({ password: z.string().max(accountLimits.passwordMax).optional() })),
    },
    responses: { ...created(NewApiToken, 'The token.'), ...errors(401, 403, 409) },
  }),
  revokeToken: createRoute({
    method: 'delete',
    path: `${path}/{id}`,
    security: forMembers,
    tags: ['Tokens'],
    summary: 'Revokes one of your API tokens immediately',
    request: { params: z.object({ id: z.uuid() }) },
    responses: { ...noContent('The token is revoked, or already was.'), ...errors(401) },
  }),
  listTokensOf: createRoute({
    method: 'get',
    path: '/api/admin/users/{userId}/tokens',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Lists a user’s API tokens, newest first',
    request: { params: z.object({ userId: z.uuid() }) },
    responses: { ...ok(z.array(ApiToken), `Up to ${limits.perMember} tokens.`), ...errors(401, 403) },
  }),
  revokeTokenOf: createRoute({
    method: 'delete',
    path: '/api/admin/users/{userId}/tokens/{id}',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Revokes a user’s API token immediately',
    request: { params: z.object({ userId: z.uuid(), id: z.uuid() }) },
    responses: { ...noContent('The token is revoked, or already was.'), ...errors(401, 403) },
  }),
}
