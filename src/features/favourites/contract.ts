import { createRoute, z } from '@hono/zod-openapi'
import { PromptCard } from '#features/catalogue/contract.ts'
import { answers, forMembers, Id, jsonBody, Paging, pageOf, refuses } from '#lib/http-contract.ts'
import { askedMax, favouriteSorts } from './rules.ts'

const promptIds = z
  .string()
  .transform((text) => [...new Set(text.split(',').filter(Boolean))])
  .refine((ids) => ids.length <= askedMax, `Ask for ${askedMax} prompts at most.`)
  .openapi({ type: 'string', description: 'Ids with commas between them.' })

const Favourite = z.object({ promptId: Id, favorite: z.boolean() }).openapi('Favorite')

export const favouritesContract = {
  listFavourites: createRoute({
    method: 'get',
    path: '/api/favorites',
    security: forMembers,
    tags: ['Favorites'],
    summary: "One's saved prompts, last saved first",
    request: {
      query: Paging.extend({
        sort: z.enum(favouriteSorts).default('saved'),
        q: z.string().max(1000).optional(),
      }),
    },
    responses: {
      ...answers(pageOf(PromptCard).openapi('PromptPage'), 'A page of saved prompts that are still published.'),
      ...refuses(401),
    },
  }),
  listFavouriteStates: createRoute({
    method: 'get',
    path: '/api/favorites/state',
    security: forMembers,
    tags: ['Favorites'],
    summary: 'Which of these prompts one has saved',
    request: { query: z.object({ promptIds }) },
    responses: {
      ...answers(
        z.object({ favorites: z.record(Id, z.literal(true)) }).openapi('FavoriteStates'),
        'The saved ones by prompt id; the others are left out.',
      ),
      ...refuses(401),
    },
  }),
  savePrompt: createRoute({
    method: 'post',
    path: '/api/favorites',
    security: forMembers,
    tags: ['Favorites'],
    summary: 'Save a prompt; saying it twice changes nothing',
    request: { body: jsonBody(z.object({ promptId: Id })) },
    responses: { ...answers(Favourite, 'It is saved.'), ...refuses(401, 404) },
  }),
  unsavePrompt: createRoute({
    method: 'delete',
    path: '/api/favorites/{promptId}',
    security: forMembers,
    tags: ['Favorites'],
    summary: 'Save a prompt no more; saying it twice changes nothing',
    request: { params: z.object({ promptId: Id }) },
    responses: { ...answers(Favourite, 'It is not saved.'), ...refuses(401) },
  }),
}
