import { createRoute, z } from '@hono/zod-openapi'
import { idOrSlug } from '#features/catalogue/contract.ts'
import { Label, LabelName } from '#features/labels/contract.ts'
import { labelLimits } from '#features/labels/rules.ts'
import {
  errors,
  forMembersOrToken,
  Id,
  integerMax,
  jsonBody,
  noContent,
  ok,
  okOrNotFound,
  Paging,
  pageOf,
  Time,
} from '#lib/http-contract.ts'

const version = z.number().int().min(1).max(integerMax)

export const StandingLabel = Label.extend({
  movedAt: Time,
  isPublic: z.boolean().openapi({ description: 'Whether everybody who may see the prompt gets its version.' }),
  isProtected: z.boolean().openapi({ description: 'Whether only approvers of the prompt’s group may move it.' }),
}).openapi('StandingLabel')
export type StandingLabel = z.infer<typeof StandingLabel>

export const LabelMove = z
  .object({
    id: Id,
    label: z.string(),
    from: z.number().int().nullable().openapi({ description: 'The version before. Null if the label was new.' }),
    to: z.number().int().nullable().openapi({ description: 'The version since. Null if the label was removed.' }),
    user: z.object({ username: z.string() }),
    movedAt: Time,
  })
  .openapi('LabelMove')
export type LabelMove = z.infer<typeof LabelMove>
const LabelMovePage = pageOf(LabelMove).openapi('LabelMovePage')

const oneLabel = { params: idOrSlug.extend({ label: LabelName }) }

export const labelContract = {
  listLabels: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/labels',
    tags: ['Prompts'],
    summary: 'Lists the labels of a prompt and their versions; its author and admins also get those on hidden versions',
    request: { params: idOrSlug },
    responses: okOrNotFound(z.array(StandingLabel), `Up to ${labelLimits.perPrompt} labels, by name.`),
  }),
  moveLabel: createRoute({
    method: 'put',
    path: '/api/prompts/{id}/labels/{label}',
    security: forMembersOrToken('write'),
    tags: ['Writing'],
    summary: 'Puts a label on a version; it leaves the version on which it was',
    description:
      'Allowed for those who may edit the prompt. A label that the prompt’s group protects is moved and removed by its approvers only. Repeating a request changes nothing.',
    request: {
      ...oneLabel,
      body: jsonBody(
        z
          .object({
            version,
            from: version.nullable().optional().openapi({
              description:
                'Only move the label if it is on this version, or if it is new (null). Otherwise 409: somebody else moved it.',
            }),
          })
          .openapi('LabelTarget'),
      ),
    },
    responses: { ...okOrNotFound(StandingLabel, 'The label.'), ...errors(401, 403, 409) },
  }),
  removeLabel: createRoute({
    method: 'delete',
    path: '/api/prompts/{id}/labels/{label}',
    security: forMembersOrToken('write'),
    tags: ['Writing'],
    summary: 'Removes a label from a prompt; who asks for it gets 404',
    request: oneLabel,
    responses: { ...noContent('The prompt has no such label.'), ...errors(401, 403, 404, 409) },
  }),
  listLabelMoves: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/label-moves',
    security: forMembersOrToken('read'),
    tags: ['Writing'],
    summary: 'Lists who moved which label of a prompt when, newest first; for those who may edit the prompt',
    request: { params: idOrSlug, query: Paging },
    responses: { ...ok(LabelMovePage, 'A page of moves.'), ...errors(401, 403, 404) },
  }),
}
