import { createRoute, z } from '@hono/zod-openapi'
import { PromptCard } from '#features/catalogue/contract.ts'
import { commaList, errors, forMembersOrToken, Id, jsonBody, ok, Paging, pageOf } from '#lib/http-contract.ts'
import { favoriteSorts, promptIdsMax } from './rules.ts'

const Favorite = z.object({ promptId: Id, favorite: z.boolean() }).openapi('Favorite')

export const favoritesContract = {
  listFavorites: createRoute({
    method: 'get',
    path: '/api/favorites',
    security: forMembersOrToken('read'),
    tags: ['Favorites'],
    summary: 'Lists your saved prompts, last saved first',
    request: {
      query: Paging.extend({
        sort: z
          .enum(favoriteSorts)
          .default('saved')
          .openapi({ description: 'saved: last saved first. The others as in `GET /api/prompts`.' }),
        q: z.string().max(1000).optional().openapi({ description: 'A search term: only prompts that match it.' }),
      }),
    },
    responses: {
      ...ok(pageOf(PromptCard).openapi('PromptPage'), 'A page of saved prompts that are still published.'),
      ...errors(401),
    },
  }),
  listFavoriteStates: createRoute({
    method: 'get',
    path: '/api/favorites/state',
    security: forMembersOrToken('read'),
    tags: ['Favorites'],
    summary: 'Returns which of these prompts you have saved',
    request: { query: z.object({ promptIds: commaList(promptIdsMax, 'prompts') }) },
    responses: {
      ...ok(
        z.object({ favorites: z.record(Id, z.literal(true)) }).openapi('FavoriteStates'),
        'The saved prompts by id; others are omitted.',
      ),
      ...errors(401),
    },
  }),
  savePrompt: createRoute({
    method: 'post',
    path: '/api/favorites',
    security: forMembersOrToken('write'),
    tags: ['Favorites'],
    summary: 'Saves a prompt; a repeated call changes nothing',
    request: { body: jsonBody(z.object({ promptId: Id })) },
    responses: { ...ok(Favorite, 'The prompt is saved.'), ...errors(401, 404) },
  }),
  unsavePrompt: createRoute({
    method: 'delete',
    path: '/api/favorites/{promptId}',
    security: forMembersOrToken('write'),
    tags: ['Favorites'],
    summary: 'Removes a prompt from your saved prompts; a repeated call changes nothing',
    request: { params: z.object({ promptId: Id }) },
    responses: { ...ok(Favorite, 'The prompt is not saved.'), ...errors(401) },
  }),
}
