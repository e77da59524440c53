import { createRoute, z } from '@hono/zod-openapi'
import { errors, forAdmins, ok, Time } from '#lib/http-contract.ts'

export const HealthCheck = z
  .object({
    subject: z.string().openapi({ example: 'backups' }),
    level: z.enum(['ok', 'warn', 'fail']),
    message: z.string().openapi({ description: 'What was found, and what to do if it is bad.' }),
  })
  .openapi('HealthCheck')
export type HealthCheck = z.infer<typeof HealthCheck>

export const SlowStatement = z
  .object({
    text: z.string().openapi({ description: 'SQL with placeholders for values, cut after 400 characters.' }),
    calls: z.number(),
    mean: z.number().openapi({ description: 'ms' }),
    total: z.number().openapi({ description: 'ms' }),
  })
  .openapi('SlowStatement')
export type SlowStatement = z.infer<typeof SlowStatement>

export const Health = z
  .object({
    checkedAt: Time,
    checks: z.array(HealthCheck),
    statements: z.object({
      items: z.array(SlowStatement),
      advice: z.string().nullable().openapi({ description: 'What to do so that PostgreSQL counts statements.' }),
    }),
  })
  .openapi('Health', { description: 'How the site is, for the operator.' })
export type Health = z.infer<typeof Health>

export const healthContract = {
  readHealth: createRoute({
    method: 'get',
    path: '/api/admin/health',
    tags: ['Admin'],
    security: forAdmins,
    summary: 'How the site is: jobs, emails, payments, budget, database, backups and disk',
    responses: { ...ok(Health, 'Figures first, then the checks of the database.'), ...errors(401, 403) },
  }),
}
