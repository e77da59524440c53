import { createRoute, z } from '@hono/zod-openapi'
import { PromptCard } from '#features/catalogue/contract.ts'
import { answers, answersOrNotFound, Paging, pageOf, Time } from '#lib/http-contract.ts'
import { periods } from './rules.ts'

export const Contributor = z
  .object({
    username: z
      .string()
      .openapi({ description: 'The name of a member, or the credited name of somebody who is none.' }),
    isMember: z.boolean().openapi({
      description: 'False for a name in the credits of imported prompts, with a page at /author/{name}.',
    }),
    prompts: z.number().int(),
    copies: z.number().int(),
    votes: z.number().int().openapi({ description: 'Up votes minus down votes on published prompts.' }),
    score: z.number().int().openapi({ description: '10 per published prompt + 2 per net vote + 1 per copy' }),
    joinedAt: Time.openapi({ description: 'Of a credited name: when the first prompt of that name came here.' }),
  })
  .openapi('Contributor')

export type Contributor = z.infer<typeof Contributor>

export const contributorsContract = {
  listTopContributors: createRoute({
    method: 'get',
    path: '/api/top-contributors',
    tags: ['People'],
    summary: 'Members and credited authors of published prompts, by score: of all time, or of the last week or month',
    request: { query: Paging.extend({ period: z.enum(periods).default('all') }) },
    responses: answers(pageOf(Contributor).openapi('ContributorPage'), 'A page of contributors.'),
  }),
  getUser: createRoute({
    method: 'get',
    path: '/api/users/{username}',
    tags: ['People'],
    summary: 'A member and their published prompts, highest rated first',
    request: { params: z.object({ username: z.string().min(1).max(100) }), query: Paging },
    responses: answersOrNotFound(
      z.object({ contributor: Contributor, prompts: pageOf(PromptCard).openapi('PromptPage') }).openapi('UserProfile'),
      'The person.',
    ),
  }),
  getAuthor: createRoute({
    method: 'get',
    path: '/api/authors/{name}',
    tags: ['People'],
    summary: 'A name in the credits of imported prompts, in any letter case, and those prompts, highest rated first',
    request: { params: z.object({ name: z.string().min(1).max(100) }), query: Paging },
    responses: answersOrNotFound(
      z.object({ author: Contributor, prompts: pageOf(PromptCard).openapi('PromptPage') }).openapi('CreditedAuthor'),
      'The credited author, who is not the member of the same name.',
    ),
  }),
}
