import { createRoute, z } from '@hono/zod-openapi'
import { PromptCard } from '#features/catalogue/contract.ts'
import { answers, answersOrNotFound, Paging, pageOf, Time } from '#lib/http-contract.ts'
import { periods } from './rules.ts'

export const Contributor = z
  .object({
    username: z.string(),
    prompts: z.number().int(),
    copies: z.number().int(),
    votes: z.number().int().openapi({ description: 'Up votes minus down votes on published prompts.' }),
    score: z.number().int().openapi({ description: '10 per published prompt + 2 per net vote + 1 per copy' }),
    joinedAt: Time,
  })
  .openapi('Contributor')

export type Contributor = z.infer<typeof Contributor>

export const contributorsContract = {
  listTopContributors: createRoute({
    method: 'get',
    path: '/api/top-contributors',
    tags: ['People'],
    summary: 'Authors of published prompts, by score: of all time, or of the last week or month',
    request: { query: Paging.extend({ period: z.enum(periods).default('all') }) },
    responses: answers(pageOf(Contributor).openapi('ContributorPage'), 'A page of contributors.'),
  }),
  getUser: createRoute({
    method: 'get',
    path: '/api/users/{username}',
    tags: ['People'],
    summary: 'A person and their published prompts',
    request: { params: z.object({ username: z.string().min(1).max(100) }), query: Paging },
    responses: answersOrNotFound(
      z.object({ contributor: Contributor, prompts: pageOf(PromptCard).openapi('PromptPage') }).openapi('UserProfile'),
      'The person.',
    ),
  }),
}
