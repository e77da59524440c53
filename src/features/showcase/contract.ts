import { createRoute, z } from '@hono/zod-openapi'
import { idOrSlug } from '#features/catalogue/contract.ts'
import { PromptResult } from '#features/results/contract.ts'
import { errors, forAdmins, jsonBody, ok, okOrNotFound, Time } from '#lib/http-contract.ts'

/** A result on the prompt's page. */
export const PageResult = PromptResult.extend({
  user: z.object({ username: z.string() }).nullable().openapi({ description: 'The member who added the example.' }),
  path: z.string().nullable().openapi({ description: 'Where the whole is. Null for a worked example.' }),
}).openapi('PageResult')
export type PageResult = z.infer<typeof PageResult>

/** A prompt filled in and answered by hand. */
export const WorkedExample = z
  .object({
    filled: z.array(z.object({ name: z.string(), value: z.string() })).openapi({
      description: 'What is filled into the blanks, in order of first use.',
    }),
    text: z.string().openapi({ description: 'The answer, in Markdown.' }),
    writtenAt: Time,
  })
  .openapi('WorkedExample')
export type WorkedExample = z.infer<typeof WorkedExample>

export const PromptResults = z
  .object({
    results: z.array(PageResult).openapi({
      description: 'The newest result of each source. The first one is shown on the prompt’s card.',
    }),
    workedExample: WorkedExample.nullable(),
  })
  .openapi('PromptResults')
export type PromptResults = z.infer<typeof PromptResults>

/** What an admin may ask models about the featured prompts at the site's cost, and what was answered. */
export const FeaturedAnswers = z
  .object({
    prompts: z.number().int().openapi({ description: 'How many featured prompts have a value for each blank.' }),
    models: z
      .array(
        z.object({
          id: z.string(),
          credits: z.number().int().openapi({ description: 'What one answer costs a member.' }),
          dollarsMax: z.number().openapi({ description: 'The most that asking about all of them can cost the site.' }),
          missing: z.number().int().openapi({ description: 'How many of them it hasn’t answered yet.' }),
        }),
      )
      .openapi({ description: 'The available models, cheapest first.' }),
    answers: z
      .array(
        z.object({
          prompt: z.object({ slug: z.string(), title: z.string() }),
          model: z.string(),
          state: z.enum(['waiting', 'asking', 'done', 'failed']),
          failure: z.string().nullable(),
          cost: z.number().nullable().openapi({ description: 'US dollars.' }),
          comparisonId: z.string().nullable(),
          endedAt: Time.nullable(),
        }),
      )
      .openapi({ description: 'The latest request’s answers first, at most 500.' }),
  })
  .openapi('FeaturedAnswers')
export type FeaturedAnswers = z.infer<typeof FeaturedAnswers>

export const showcaseContract = {
  readFeaturedAnswers: createRoute({
    method: 'get',
    path: '/api/admin/featured-answers',
    tags: ['Admin'],
    security: forAdmins,
    summary: 'Lists what models could be asked about the featured prompts, at what price, and what they answered',
    responses: { ...ok(FeaturedAnswers, 'The offer and the answers.'), ...errors(401, 403) },
  }),
  askFeatured: createRoute({
    method: 'post',
    path: '/api/admin/featured-answers',
    tags: ['Admin'],
    security: forAdmins,
    summary: 'Asks a model about the featured prompts that it hasn’t answered, at the site’s cost',
    request: { body: jsonBody(z.object({ model: z.string().min(1).max(100) })) },
    responses: { ...ok(FeaturedAnswers, 'The answers, which are waiting.'), ...errors(401, 403, 409) },
  }),
  getResults: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/results',
    tags: ['Results'],
    summary: 'Returns what came out of a prompt (id or slug): the newest answers, and the editors’ worked example',
    request: { params: idOrSlug },
    responses: okOrNotFound(PromptResults, 'The results. A prompt that isn’t published has none.'),
  }),
}
