import { createRoute, z } from '@hono/zod-openapi'
import { Language, User } from '#features/accounts/contract.ts'
import { accountLimits } from '#features/accounts/rules.ts'
import { errors, forMembers, jsonBody, noContent, ok, Time } from '#lib/http-contract.ts'
import { providers } from './rules.ts'

const Provider = z.enum(providers)

export const Connection = z
  .object({
    provider: Provider,
    name: z.string().openapi({ description: 'Your name at the other site.' }),
    createdAt: Time,
  })
  .openapi('Connection')

export type Connection = z.infer<typeof Connection>

const password = z.string().max(accountLimits.passwordMax)
const params = z.object({ provider: Provider })
const tags = ['Connections']

export const connectionsContract = {
  startProviderLogin: createRoute({
    method: 'post',
    path: '/api/connections/{provider}',
    tags,
    summary:
      'Starts a sign-in with another site. If you are signed in and send your password, connects your account there instead; with `claim`, proves that a credited name is yours',
    request: {
      params,
      body: jsonBody(
        z.object({
          password: password.optional(),
          invitation: z.string().min(1).max(200).optional().openapi({
            description: 'The token of an invitation, if new accounts need one.',
          }),
          language: Language.optional().openapi({
            description: 'The language of emails to you, if you have no account yet.',
          }),
          claim: z.string().min(1).max(100).optional().openapi({
            description:
              'A credited name that equals your login name at GitHub. A claim adds no sign-in method, so it requires no password.',
          }),
        }),
      ),
    },
    responses: {
      ...ok(z.object({ url: z.string() }).openapi('ProviderLogin'), 'The URL to open next, within ten minutes.'),
      ...errors(401, 403, 404, 409),
    },
  }),
  finishProviderLogin: createRoute({
    method: 'post',
    path: '/api/connections/{provider}/return',
    tags,
    summary:
      'Finishes a login with the code and state from the other site: signs in, creates an account, connects, or claims a name',
    request: {
      params,
      body: jsonBody(
        z.object({
          code: z.string().min(1).max(2000),
          state: z.string().min(1).max(200),
          iss: z.string().max(2000).optional().openapi({ description: 'The issuer, if the other site returns it.' }),
        }),
      ),
    },
    responses: { ...ok(User, 'You.'), ...errors(401, 403, 404, 409) },
  }),
  listConnections: createRoute({
    method: 'get',
    path: '/api/user/connections',
    security: forMembers,
    tags,
    summary: 'Lists your accounts at other sites that can sign in here',
    responses: { ...ok(z.array(Connection), 'At most one per site.'), ...errors(401) },
  }),
  removeConnection: createRoute({
    method: 'delete',
    path: '/api/user/connections/{provider}',
    security: forMembers,
    tags,
    summary: 'Removes a connection',
    request: { params, body: jsonBody(z.object({ password })) },
    responses: { ...noContent('The connection is removed, or there was none.'), ...errors(401, 403) },
  }),
}
