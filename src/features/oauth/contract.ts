import { createRoute, z } from '@hono/zod-openapi'
import { errors, forAdmins, forMembers, Id, noContent, ok, Time } from '#lib/http-contract.ts'
import { type AppScope, appScopes } from './rules.ts'

export const ConnectedApp = z
  .object({
    id: Id,
    name: z.string().openapi({ description: 'The name that the app gave itself. Nobody has checked it.' }),
    hosts: z.array(z.string()).openapi({
      description:
        'The host of the app’s own document. If it has none: the hosts to which it redirects, or none for a program on a computer.',
    }),
    scopes: z.array(z.enum(Object.keys(appScopes) as AppScope[])),
    createdAt: Time.openapi({ description: 'When it was connected for the first time, unless that has ended.' }),
    expiresAt: Time.openapi({
      description: 'When it ends. Each use defers this, up to a year after the member allowed it.',
    }),
    lastUsedOn: z
      .string()
      .nullable()
      .openapi({ format: 'date', description: 'The day of its last request (UTC); null if it was never used.' }),
  })
  .openapi('ConnectedApp')

export type ConnectedApp = z.infer<typeof ConnectedApp>

const path = '/api/user/apps'

export const oauthContract = {
  listApps: createRoute({
    method: 'get',
    path,
    security: forMembers,
    tags: ['Connected apps'],
    summary: 'Lists the apps that may act for you, newest first',
    responses: { ...ok(z.array(ConnectedApp), 'The apps.'), ...errors(401) },
  }),
  disconnectApp: createRoute({
    method: 'delete',
    path: `${path}/{id}`,
    security: forMembers,
    tags: ['Connected apps'],
    summary: 'Disconnects an app immediately',
    request: { params: z.object({ id: z.uuid() }) },
    responses: { ...noContent('The app is disconnected, or already was.'), ...errors(401) },
  }),
  countAppsOf: createRoute({
    method: 'get',
    path: '/api/admin/users/{userId}/apps',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Counts the apps that may act for a user',
    request: { params: z.object({ userId: z.uuid() }) },
    responses: {
      ...ok(z.object({ count: z.number().int() }).openapi('AppCount'), 'How many.'),
      ...errors(401, 403),
    },
  }),
}
