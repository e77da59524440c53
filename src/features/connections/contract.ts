import { createRoute, z } from '@hono/zod-openapi'
import { User } from '#features/accounts/contract.ts'
import { accountLimits } from '#features/accounts/rules.ts'
import { answers, does, forMembers, jsonBody, refuses, Time } from '#lib/http-contract.ts'
import { providers } from './rules.ts'

const Provider = z.enum(providers)

export const Connection = z
  .object({ provider: Provider, name: z.string().openapi({ description: 'Who one is there.' }), createdAt: Time })
  .openapi('Connection')

export type Connection = z.infer<typeof Connection>

const password = z.string().max(accountLimits.passwordMax)
const params = z.object({ provider: Provider })
const tags = ['Connections']

export const connectionsContract = {
  leaveForProvider: createRoute({
    method: 'post',
    path: '/api/connections/{provider}',
    tags,
    summary: 'Begins to sign in by another site or, signed in and with the password, to connect one’s account there',
    request: { params, body: jsonBody(z.object({ password: password.optional() })) },
    responses: {
      ...answers(z.object({ url: z.string() }).openapi('Detour'), 'Where the browser goes next, within ten minutes.'),
      ...refuses(403, 404),
    },
  }),
  returnFromProvider: createRoute({
    method: 'post',
    path: '/api/connections/{provider}/return',
    tags,
    summary: 'Ends it with what the other site sent along: signs in, makes an account, or connects',
    request: {
      params,
      body: jsonBody(z.object({ code: z.string().min(1).max(2000), state: z.string().min(1).max(200) })),
    },
    responses: { ...answers(User, 'You.'), ...refuses(401, 403, 404, 409) },
  }),
  listConnections: createRoute({
    method: 'get',
    path: '/api/user/connections',
    security: forMembers,
    tags,
    summary: 'One’s own accounts elsewhere that sign in here',
    responses: { ...answers(z.array(Connection), 'One for each site at most.'), ...refuses(401) },
  }),
  removeConnection: createRoute({
    method: 'delete',
    path: '/api/user/connections/{provider}',
    security: forMembers,
    tags,
    summary: 'Ends such a connection',
    request: { params, body: jsonBody(z.object({ password })) },
    responses: { ...does('It is gone, or was before.'), ...refuses(401, 403) },
  }),
}
