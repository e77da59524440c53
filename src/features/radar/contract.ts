import { createRoute, z } from '@hono/zod-openapi'
import { endReasons } from '#features/models/rules.ts'
import { proofSources } from '#features/proofs/rules.ts'
import {
  errors,
  forAdmins,
  forMembersOrToken,
  Id,
  jsonBody,
  ok,
  okOrNotFound,
  Paging,
  pageOf,
  Time,
} from '#lib/http-contract.ts'

const count = z.number().int()

export const EndedModel = z
  .object({
    model: z.string(),
    endedOn: z.string().openapi({ description: 'The day on which it counted as ended.' }),
    reason: z.enum(endReasons).openapi({
      description:
        'offers: this site hasn’t offered it for a week. list: its vendor’s list no longer has it. failures: its vendor says that it doesn’t know it. admin: an admin marked it.',
    }),
    prompts: count.openapi({ description: 'How many prompts depend on it.' }),
    tests: count.openapi({ description: 'How many of them have test results on it.' }),
    comparisons: count,
    reports: count,
  })
  .openapi('EndedModel')
export type EndedModel = z.infer<typeof EndedModel>

export const DependentPrompt = z
  .object({
    id: Id,
    slug: z.string(),
    title: z.string(),
    cases: count.openapi({ description: 'How many test cases it has. Only with cases can its tests run.' }),
    proofs: z.array(
      z.object({ source: z.enum(proofSources), passed: count, answered: count, current: z.boolean(), madeAt: Time }),
    ),
  })
  .openapi('DependentPrompt', { description: 'A prompt that worked on, or was tested on, a model.' })
export type DependentPrompt = z.infer<typeof DependentPrompt>
const DependentPage = pageOf(DependentPrompt)

const scope = z
  .enum(['mine', 'site'])
  .default('mine')
  .openapi({ description: 'mine: your own published prompts. site: everybody’s, for admins.' })
const model = z.string().min(1).max(200).openapi({ description: 'The model, as `GET /api/ended-models` names it.' })

export const radarContract = {
  listEndedModels: createRoute({
    method: 'get',
    path: '/api/ended-models',
    tags: ['Models'],
    security: forMembersOrToken('read'),
    summary:
      'Lists ended models on which published prompts depend (for the site, also marked ones), the last ones first',
    request: { query: z.object({ scope }) },
    responses: { ...ok(z.array(EndedModel), 'Up to 100 models.'), ...errors(401, 403) },
  }),
  listDependentPrompts: createRoute({
    method: 'get',
    path: '/api/ended-models/prompts',
    tags: ['Models'],
    security: forMembersOrToken('read'),
    summary: 'Lists the published prompts that depend on a model',
    request: { query: Paging.extend({ scope, model }) },
    responses: { ...ok(DependentPage, 'The prompts, by id.'), ...errors(401, 403) },
  }),
  endModel: createRoute({
    method: 'post',
    path: '/api/admin/models/end',
    tags: ['Admin'],
    security: forAdmins,
    summary: 'Marks a model as ended, or takes that back; the site keeps offering it',
    request: { body: jsonBody(z.object({ model, ended: z.boolean() })) },
    responses: { ...okOrNotFound(z.object({ ended: z.boolean() }), 'Whether it is marked.'), ...errors(401, 403) },
  }),
}
