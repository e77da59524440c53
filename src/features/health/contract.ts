import { createRoute, z } from '@hono/zod-openapi'
import { errors, forAdmins, ok, Time } from '#lib/http-contract.ts'

export const HealthCheck = z
  .object({
    subject: z.string().openapi({ example: 'backups' }),
    level: z.enum(['ok', 'warn', 'fail']),
    message: z.string().openapi({ description: 'The finding, and what to do about a problem.' }),
  })
  .openapi('HealthCheck')
export type HealthCheck = z.infer<typeof HealthCheck>

export const SlowStatement = z
  .object({
    text: z.string().openapi({ description: 'SQL with placeholders for values, truncated after 400 characters.' }),
    calls: z.number(),
    mean: z.number().openapi({ description: 'The mean time of a call, in ms.' }),
    total: z.number().openapi({ description: 'The time of all calls, in ms.' }),
  })
  .openapi('SlowStatement')
export type SlowStatement = z.infer<typeof SlowStatement>

export const Health = z
  .object({
    checkedAt: Time,
    checks: z.array(HealthCheck),
    statements: z.object({
      /** The statements that took the most time in total, in descending order. */
      items: z.array(SlowStatement),
      advice: z.string().nullable().openapi({ description: 'What to do to make PostgreSQL record statements.' }),
    }),
  })
  .openapi('Health', { description: 'The health of the site, for the operator.' })
export type Health = z.infer<typeof Health>

export const healthContract = {
  readHealth: createRoute({
    method: 'get',
    path: '/api/admin/health',
    tags: ['Admin'],
    security: forAdmins,
    summary: 'Returns the health of the site: jobs, emails, payments, budget, database, backups and disk',
    responses: { ...ok(Health, 'The checks of the site’s figures, then those of the database.'), ...errors(401, 403) },
  }),
}
