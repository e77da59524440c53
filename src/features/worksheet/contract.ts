import { createRoute, z } from '@hono/zod-openapi'
import { idOrSlug } from '#features/catalogue/contract.ts'
import { answersOrNotFound } from '#lib/http-contract.ts'

export const worksheetContract = {
  copyPrompt: createRoute({
    method: 'post',
    path: '/api/prompts/{id}/copy',
    tags: ['Prompts'],
    summary: 'Count a copy: one visitor once in 24 hours, the author never',
    request: { params: idOrSlug },
    responses: answersOrNotFound(z.object({ copies: z.number().int() }), 'The copies, this one included.'),
  }),
  fillPrompt: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/filled',
    tags: ['Prompts'],
    summary: 'The text with values for its blanks: each parameter is one, by the name of the blank',
    request: {
      params: idOrSlug,
      query: z
        .object({})
        .catchall(z.union([z.string(), z.array(z.string())]))
        .openapi({
          description: 'Repeat a parameter for several choices. Values are neither stored nor cached.',
          example: { topic: 'tides' },
        }),
    },
    responses: {
      ...answersOrNotFound(z.string(), 'The text.'),
      200: {
        description:
          'The text. Blanks without a value stay as they are written. For a browser a page, with what is missing.',
        content: { 'text/plain': { schema: z.string() }, 'text/html': { schema: z.string() } },
      },
    },
  }),
}
