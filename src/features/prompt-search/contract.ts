import { createRoute, z } from '@hono/zod-openapi'
import { categoryParameter, idOrSlug, PromptCard } from '#features/catalogue/contract.ts'
import { promptLimits } from '#features/catalogue/rules.ts'
import { commaList, ok, okOrNotFound } from '#lib/http-contract.ts'

export const promptSearchContract = {
  listRelatedPrompts: createRoute({
    method: 'get',
    path: '/api/prompts/related/{id}',
    tags: ['Prompts'],
    summary: 'Lists up to 6 prompts like this one, by shared tags, category and similarity of the text',
    request: { params: idOrSlug },
    responses: okOrNotFound(z.array(PromptCard), 'Related prompts, without the prompt itself.'),
  }),
  listPromptsAbout: createRoute({
    method: 'get',
    path: '/api/prompts/related',
    tags: ['Prompts'],
    summary: 'Lists up to 6 prompts about a topic, given as tags (separated by commas) and a category (slug)',
    request: {
      query: z.object({
        tags: commaList(promptLimits.tagsMax, 'tags').prefault('').openapi({ example: 'email,planning' }),
        category: categoryParameter,
      }),
    },
    responses: ok(z.array(PromptCard), 'Prompts about the topic.'),
  }),
}
