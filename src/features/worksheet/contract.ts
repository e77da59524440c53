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
}
