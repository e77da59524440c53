import { createRoute, z } from '@hono/zod-openapi'
import { idOrSlug } from '#features/catalogue/contract.ts'
import { copyWays } from '#features/prompt-statistics/rules.ts'
import {
  created,
  errors,
  forMembersOrToken,
  Id,
  jsonBody,
  noContent,
  okOrNotFound,
  Time,
  visibleName,
} from '#lib/http-contract.ts'
import { valueSetLimits as limits, valueSetMessages as messages, valuesError } from './value-set-rules.ts'

const blankNameMax = 40

/** The values of a prompt's blanks, by the blanks' names. */
export const BlankValues = z
  .record(z.string().min(1).max(blankNameMax), z.string().max(limits.total, { error: () => messages.tooLong }))
  .superRefine((values, context) => {
    const message = valuesError(values)
    if (message) context.addIssue({ code: 'custom', message })
  })
  .openapi({ type: 'object', additionalProperties: { type: 'string' }, example: { topic: 'tides' } })

export const ValueSet = z
  .object({
    id: Id,
    name: z.string(),
    values: z.record(z.string(), z.string()).openapi({
      description: 'Values by the names of blanks. The values of blanks that the text no longer has are kept.',
    }),
    createdAt: Time,
    updatedAt: Time,
  })
  .openapi('ValueSet')
export type ValueSet = z.infer<typeof ValueSet>

export const ValueSetDraft = z.object({
  name: visibleName(limits.nameMax, messages),
  values: BlankValues,
})
export type ValueSetDraft = z.infer<typeof ValueSetDraft>
export type ValueSetChange = Partial<ValueSetDraft>

const setParams = idOrSlug.extend({ setId: z.uuid() })

export const worksheetContract = {
  copyPrompt: createRoute({
    method: 'post',
    path: '/api/prompts/{id}/copy',
    tags: ['Prompts'],
    summary: 'Counts a copy: each visitor once in 24 hours, the author never',
    request: {
      params: idOrSlug,
      query: z.object({
        way: z.enum(copyWays).default('copy').openapi({ description: '`run`: a Run button opened a chat or a tool.' }),
      }),
    },
    responses: okOrNotFound(
      z.object({ copies: z.number().int() }),
      'The number of copies, including this one if it counts.',
    ),
  }),
  fillPrompt: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/filled',
    tags: ['Prompts'],
    summary: 'Returns the text with its blanks filled in. Each query parameter is named after a blank',
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
      ...okOrNotFound(z.string(), 'The text.'),
      200: {
        description:
          'The text. Blanks without a value stay as written. Browsers get a page that also shows what is missing.',
        content: { 'text/plain': { schema: z.string() }, 'text/html': { schema: z.string() } },
      },
    },
  }),
  listValueSets: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/value-sets',
    security: forMembersOrToken('read'),
    tags: ['Prompts'],
    summary: 'Lists your own sets of values for a prompt, sorted by name',
    request: { params: idOrSlug },
    responses: {
      ...okOrNotFound(z.array(ValueSet), `At most ${limits.perPrompt}.`),
      ...errors(401),
    },
  }),
  saveValueSet: createRoute({
    method: 'post',
    path: '/api/prompts/{id}/value-sets',
    security: forMembersOrToken('write'),
    tags: ['Prompts'],
    summary: 'Saves values for the blanks of a prompt under a name; only you can see them',
    request: { params: idOrSlug, body: jsonBody(ValueSetDraft) },
    responses: { ...created(ValueSet, 'The saved set.'), ...errors(401, 404, 409) },
  }),
  changeValueSet: createRoute({
    method: 'patch',
    path: '/api/prompts/{id}/value-sets/{setId}',
    security: forMembersOrToken('write'),
    tags: ['Prompts'],
    summary: 'Renames a set of values, or replaces its values',
    request: { params: setParams, body: jsonBody(ValueSetDraft.partial()) },
    responses: { ...okOrNotFound(ValueSet, 'The changed set.'), ...errors(401, 409) },
  }),
  deleteValueSet: createRoute({
    method: 'delete',
    path: '/api/prompts/{id}/value-sets/{setId}',
    security: forMembersOrToken('write'),
    tags: ['Prompts'],
    summary: 'Deletes a set of values; a repeated call changes nothing',
    request: { params: setParams },
    responses: { ...noContent('The set is deleted.'), ...errors(401) },
  }),
}
