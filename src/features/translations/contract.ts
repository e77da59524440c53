import { createRoute, z } from '@hono/zod-openapi'
import { idOrSlug, Prompt } from '#features/catalogue/contract.ts'
import { ErrorBody, errors, forMembersOrToken, jsonBody, noContent, okOrNotFound } from '#lib/http-contract.ts'

const conflict = {
  409: {
    description: 'Both are in the same language, there is a version in this language already, or there are too many.',
    content: { 'application/json': { schema: ErrorBody } },
  },
}

export const translationsContract = {
  linkTranslation: createRoute({
    method: 'put',
    path: '/api/prompts/{id}/translation',
    security: forMembersOrToken('write'),
    tags: ['Writing'],
    summary:
      'Makes a prompt a translation of another one; allowed for those who may change it. Those who may change the original approve a linked one by this',
    request: {
      params: idOrSlug,
      body: jsonBody(
        z.object({
          of: z.string().min(1).max(2_000).openapi({ description: 'The id, slug or address of the other prompt.' }),
        }),
      ),
    },
    responses: { ...okOrNotFound(Prompt, 'The prompt as it is now.'), ...errors(401, 403), ...conflict },
  }),
  unlinkTranslation: createRoute({
    method: 'delete',
    path: '/api/prompts/{id}/translation',
    security: forMembersOrToken('write'),
    tags: ['Writing'],
    summary: 'Takes a prompt out of its translations; allowed for those who may change it or the original',
    request: { params: idOrSlug },
    responses: { ...noContent('It is linked to none.'), ...errors(401, 403, 404) },
  }),
}
