import { createRoute, z } from '@hono/zod-openapi'
import { viewSources } from '#features/prompt-statistics/rules.ts'
import { errors, forAdmins, Id, jsonBody, noContent, ok } from '#lib/http-contract.ts'
import { viewDaysMax } from './rules.ts'

const Day = z.string().openapi({ format: 'date', example: '2026-11-20', description: 'A day in UTC.' })
const Count = z.number().int()

export const Views = z
  .object({
    days: z.array(z.object({ day: Day, views: Count })).openapi({ description: 'Every day, oldest first.' }),
    prompts: z
      .array(z.object({ id: Id, slug: z.string(), title: z.string(), views: Count }))
      .openapi({ description: 'The most viewed prompts, up to 50.' }),
  })
  .openapi('Views')

export type Views = z.infer<typeof Views>

const query = z.object({
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(viewDaysMax)
    .default(30)
    .openapi({ description: 'How many days, including today.' }),
})

export const viewsContract = {
  countView: createRoute({
    method: 'post',
    path: '/api/views',
    tags: ['Views'],
    summary: 'Counts a view of a prompt’s page, without cookies; nothing is stored about the reader',
    request: {
      body: jsonBody(
        z.object({
          promptId: z.uuid(),
          source: z
            .enum(viewSources)
            .default('elsewhere')
            .openapi({ description: 'The kind of place that the reader came from, never the address.' }),
        }),
      ),
    },
    responses: noContent(
      'Counted, or ignored: views by robots, by authors, and by readers who were already counted today.',
    ),
  }),
  getSiteViews: createRoute({
    method: 'get',
    path: '/api/admin/views',
    security: forAdmins,
    tags: ['Views'],
    summary: 'Returns the views of all prompts, day by day; for admins',
    request: { query },
    responses: { ...ok(Views, 'The views of all prompts.'), ...errors(401, 403) },
  }),
}
