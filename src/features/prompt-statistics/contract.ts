import { createRoute, z } from '@hono/zod-openapi'
import { idOrSlug } from '#features/catalogue/contract.ts'
import { commaList, errors, forMembersOrToken, Id, ok, okOrNotFound } from '#lib/http-contract.ts'
import { earlierYears, measures, promptIdsMax, shownDays, shownMin, viewSources } from './rules.ts'

const Day = z.string().openapi({ format: 'date', example: '2026-11-20', description: 'A day in UTC.' })

const Block = z
  .object({ from: Day, to: Day, count: z.number().int().min(shownMin) })
  .openapi('StatisticsBlock', { description: `The count of a range of days, at least ${shownMin}.` })

const Blocks = z
  .array(Block)
  .openapi({ description: 'Oldest first. The counts of days that aren’t in a block aren’t shown.' })

export const PromptStatistics = z
  .object({
    prompt: z.object({ id: Id, slug: z.string(), title: z.string() }),
    year: z.number().int(),
    years: z.array(z.number().int()).openapi({ description: 'The years with counts, newest first.' }),
    from: Day.nullable().openapi({ description: 'The first counted day of the year; null if there is none.' }),
    until: Day.nullable().openapi({
      description: 'The last day of the year that is over and counted; null if there is none.',
    }),
    views: z.object(
      Object.fromEntries(viewSources.map((name) => [name, Blocks])) as Record<
        (typeof viewSources)[number],
        typeof Blocks
      >,
    ),
    ...(Object.fromEntries(measures.map((name) => [name, Blocks])) as Record<(typeof measures)[number], typeof Blocks>),
  })
  .openapi('PromptStatistics', {
    description: `What happened to your prompt, by day. Counts below ${shownMin}, including zero, aren’t shown: their days are joined with the following days. Runs are shown for at least 7 days with 20 copies, if at least ${shownMin} were runs and ${shownMin} weren’t.`,
  })
export type PromptStatistics = z.infer<typeof PromptStatistics>

const query = z.object({
  year: z.coerce
    .number()
    .int()
    .min(2000)
    .max(9999)
    .optional()
    .openapi({ description: `The current year by default. Counts are kept for ${earlierYears} earlier year.` }),
})

export const promptStatisticsContract = {
  getStatistics: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/statistics',
    security: forMembersOrToken('read'),
    tags: ['Statistics'],
    summary: 'Returns the views, copies, runs, votes, saves and forks of your own prompt, by day',
    request: { params: idOrSlug, query },
    responses: { ...okOrNotFound(PromptStatistics, 'The counts of a year.'), ...errors(401) },
  }),
  getStatisticsFile: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/statistics.csv',
    security: forMembersOrToken('read'),
    tags: ['Statistics'],
    summary: 'Returns the statistics of your own prompt as CSV',
    request: { params: idOrSlug, query },
    responses: {
      ...okOrNotFound(z.string(), 'The file.'),
      ...errors(401),
      200: {
        description: 'A line for each block, with measure, source, from, to and count.',
        content: { 'text/csv': { schema: z.string() } },
      },
    },
  }),
  listOwnReads: createRoute({
    method: 'get',
    path: '/api/user/reads',
    security: forMembersOrToken('read'),
    tags: ['Statistics'],
    summary: `Returns the views of your own prompts in blocks of days that ended in the last ${shownDays} days`,
    request: { query: z.object({ promptIds: commaList(promptIdsMax, 'prompts').pipe(z.array(z.uuid())) }) },
    responses: {
      ...ok(
        z.object({ reads: z.record(z.string(), z.number().int()) }).openapi('OwnReads'),
        'The sum of these blocks for each prompt, by prompt id. Prompts without such a block are omitted.',
      ),
      ...errors(401),
    },
  }),
}
