import { createRoute, z } from '@hono/zod-openapi'
import { Category, PromptCard } from '#features/catalogue/contract.ts'
import { CollectionCard } from '#features/collections/contract.ts'
import { Contributor } from '#features/contributors/contract.ts'
import { Tool } from '#features/tools/contract.ts'
import { ok } from '#lib/http-contract.ts'

export const Home = z
  .object({
    featured: z.array(PromptCard),
    mostRated: z.array(PromptCard),
    mostCopied: z.array(PromptCard),
    newest: z.array(PromptCard),
    categories: z.array(Category),
    topCategories: z.array(Category),
    /** The prompts of each top category, by its slug. */
    categoryPrompts: z.record(z.string(), z.array(PromptCard)),
    featuredTools: z.array(Tool),
    freeTools: z.array(Tool),
    tools: z.array(Tool),
    topContributors: z.array(Contributor),
    pick: PromptCard.optional().openapi({ description: 'The prompt of the day, to fill in at the top of the page.' }),
    results: z
      .array(PromptCard)
      .optional()
      .openapi({ description: 'Prompts with the newest real results, if there are any.' }),
    collections: z.array(CollectionCard).optional().openapi({ description: 'Featured collections, if there are any.' }),
    /** `prompts` and `allTools` are longer lists that `includeAllTools=true` adds (`homeSizes` has their lengths). */
    prompts: z.array(PromptCard).optional(),
    allTools: z.array(Tool).optional(),
  })
  .openapi('Home')

export type Home = z.infer<typeof Home>

export const homeContract = {
  getHome: createRoute({
    method: 'get',
    path: '/api/home',
    tags: ['Site'],
    summary: 'Returns everything on the home page in one response',
    request: {
      query: z.object({
        includeAllTools: z
          .enum(['true', 'false'])
          .optional()
          .openapi({ description: 'true: also the longer lists `prompts` and `allTools`.' }),
      }),
    },
    responses: ok(Home, 'The home data.'),
  }),
}
