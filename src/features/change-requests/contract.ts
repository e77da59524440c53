import { createRoute, z } from '@hono/zod-openapi'
import { idOrSlug, Prompt, PromptText } from '#features/catalogue/contract.ts'
import { licenses } from '#features/catalogue/rules.ts'
import { TestRunInput } from '#features/prompt-tests/contract.ts'
import { line, NewPrompt } from '#features/writing/contract.ts'
import {
  commonErrors,
  costsCredits,
  created,
  ErrorBody,
  errors,
  forMembersOrToken,
  Id,
  integerMax,
  jsonBody,
  OnceHeaders,
  ok,
  okOrNotFound,
  Paging,
  pageOf,
  Time,
} from '#lib/http-contract.ts'
import { changeRequestStates, changeRequestLimits as limits } from './rules.ts'

const person = z.object({ username: z.string() })
/** Title, description, content and blanks: all that a suggested edit can change. */
const Text = z.object(PromptText.shape)

const cardFields = {
  id: Id,
  state: z.enum(changeRequestStates),
  reason: z.string().openapi({ description: 'Why the proposer suggests the edit.' }),
  answer: z.string().nullable().openapi({ description: 'Why the edit was declined, or what should change.' }),
  removedReason: z.string().nullable().openapi({ description: 'Why a moderator removed the edit.' }),
  prompt: z.object({ id: Id, slug: z.string(), title: z.string(), version: z.number().int(), user: person }),
  user: person.openapi({ description: 'Who suggests the edit.' }),
  baseVersion: z.number().int(),
  isMoved: z
    .boolean()
    .openapi({ description: 'The prompt has a newer version than the one that the suggestion is based on.' }),
  acceptedVersion: z.number().int().nullable().openapi({ description: 'The version that the edit became.' }),
  revision: z
    .number()
    .int()
    .openapi({ description: 'Increases with each revision of the text. Send the number of the revision you read.' }),
  createdAt: Time,
  revisedAt: Time,
  answeredAt: Time.nullable(),
  isSilent: z.boolean().openapi({
    description: `Nobody has answered for ${limits.silentDays} days. The proposer can fork the prompt if its license allows it.`,
  }),
}

export const ChangeRequestCard = z.object(cardFields).openapi('ChangeRequestCard')
export type ChangeRequestCard = z.infer<typeof ChangeRequestCard>

export const ChangeRequest = z
  .object({
    ...cardFields,
    licence: z.enum(licenses).openapi({ description: 'The license that the proposer agreed to.' }),
    base: z.union([Text, z.null()]).openapi({
      description:
        'The version that the edit is based on. Null if it is no longer public, unless you are the prompt’s author.',
    }),
    current: Text.openapi({ description: 'The prompt as it is now.' }),
    proposed: Text,
    hiddenCharacters: Prompt.shape.hiddenCharacters,
    isOwn: z.boolean().openapi({ description: 'Whether you suggested the edit.' }),
    mayDecide: z.boolean(),
  })
  .openapi('ChangeRequest')
export type ChangeRequest = z.infer<typeof ChangeRequest>

const reason = line('reason', { min: limits.reasonMin, max: limits.reasonMax })
const revision = z.number().int().min(1).max(integerMax)
const textFields = NewPrompt.pick({ title: true, description: true, content: true, variables: true } satisfies Record<
  keyof PromptText,
  true
>).required({ description: true })

export const NewChangeRequest = textFields
  .extend({
    baseVersion: z
      .number()
      .int()
      .min(1)
      .max(integerMax)
      .openapi({ description: 'The version that the edit is based on.' }),
    reason,
  })
  .openapi('NewChangeRequest')
export type NewChangeRequest = z.output<typeof NewChangeRequest>

const ChangeRequestRevision = NewChangeRequest.extend({ revision }).openapi('ChangeRequestRevision')
export type ChangeRequestRevision = z.output<typeof ChangeRequestRevision>

const Acceptance = z
  .object({
    revision,
    version: z
      .number()
      .int()
      .min(1)
      .openapi({ description: 'The version of the prompt that you compared the edit with.' }),
    content: NewPrompt.shape.content.optional().openapi({
      description: 'The content to store instead of the suggested one. The proposer is credited all the same.',
    }),
  })
  .openapi('ChangeRequestAcceptance')
export type Acceptance = z.output<typeof Acceptance>

const Answer = z.object({ revision, reason }).openapi('ChangeRequestAnswer')
export type Answer = z.output<typeof Answer>

/**
 * One model's test results on the prompt's text (`current`) or the suggested one (`proposed`): how many answers are
 * complete (`answered`), and how many of them passed all checks (`passed`).
 */
const SideResult = z
  .object({
    side: z.enum(['current', 'proposed']),
    model: z.string(),
    passed: z.number().int(),
    answered: z.number().int(),
  })
  .openapi('SideResult')
export type SideResult = z.infer<typeof SideResult>

const SideTestInput = TestRunInput.omit({ content: true })
  .extend({ side: z.enum(['current', 'proposed']) })
  .openapi('SideTestInput')

const byId = { params: z.object({ id: z.uuid() }) }
const path = '/api/change-requests/{id}'
const tags = ['Suggested edits']
const oneRequest = okOrNotFound(ChangeRequest, 'The suggested edit.')
const page = pageOf(ChangeRequestCard).openapi('ChangeRequestPage')
const conflictWithCurrent = {
  409: {
    description:
      'The edit was decided, removed or revised, the license was changed, or nothing would change. If the prompt was changed, `current` is the prompt as it is now.',
    content: {
      'application/json': { schema: ErrorBody.extend({ current: Prompt.optional() }).openapi('ChangeRequestConflict') },
    },
  },
}

/** A reported suggested edit as moderators see it. */
export const ReportedChangeRequest = z.object({
  id: Id,
  user: person,
  title: z.string(),
  description: z.string(),
  content: z.string(),
  base: z.string().nullable().openapi({
    description: 'The text of the version that the edit is based on. Null unless that version is public.',
  }),
  reason: z.string(),
  removedReason: z.string().nullable(),
})
export type ReportedChangeRequest = z.infer<typeof ReportedChangeRequest>

export const changeRequestsContract = {
  createChangeRequest: createRoute({
    method: 'post',
    path: '/api/prompts/{id}/change-requests',
    security: forMembersOrToken('write'),
    tags,
    summary: 'Suggests an edit to somebody else’s prompt; if accepted, it is published under the prompt’s license',
    request: { params: idOrSlug, body: jsonBody(NewChangeRequest) },
    responses: { ...created(ChangeRequest, 'The suggested edit.'), ...errors(401, 403, 404, 409) },
  }),
  listPromptChangeRequests: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/change-requests',
    security: forMembersOrToken('read'),
    tags,
    summary: 'Lists the suggested edits of a prompt: everybody’s for its author and moderators, otherwise your own',
    request: { params: idOrSlug, query: Paging },
    responses: { ...okOrNotFound(page, 'A page, most recently revised first.'), ...errors(401) },
  }),
  listChangeRequests: createRoute({
    method: 'get',
    path: '/api/user/change-requests',
    security: forMembersOrToken('read'),
    tags,
    summary: 'Lists the edits that others suggested for your prompts, or that you suggested',
    request: {
      query: Paging.extend({
        role: z
          .enum(['author', 'proposer'])
          .default('author')
          .openapi({ description: 'author: edits of your prompts. proposer: edits that you suggested.' }),
        pending: z.enum(['true', 'false']).optional().openapi({
          description: 'true: only edits that are neither decided, withdrawn nor removed. false: only the others.',
        }),
      }),
    },
    responses: { ...ok(page, 'A page, most recently revised first.'), ...errors(401) },
  }),
  getChangeRequest: createRoute({
    method: 'get',
    path,
    security: forMembersOrToken('read'),
    tags,
    summary:
      'Returns a suggested edit: the text that it is based on, the prompt’s current text, and the suggested text',
    request: byId,
    responses: { ...oneRequest, ...errors(401) },
  }),
  reviseChangeRequest: createRoute({
    method: 'put',
    path,
    security: forMembersOrToken('write'),
    tags,
    summary: 'Replaces the text of the edit that you suggested',
    request: { ...byId, body: jsonBody(ChangeRequestRevision) },
    responses: { ...oneRequest, ...errors(401, 403, 409) },
  }),
  acceptChangeRequest: createRoute({
    method: 'post',
    path: `${path}/accept`,
    security: forMembersOrToken('write'),
    tags,
    summary: 'Accepts a suggested edit as a new version that credits the proposer; a repeated call changes nothing',
    request: { ...byId, body: jsonBody(Acceptance) },
    responses: { ...oneRequest, ...errors(401, 403), ...conflictWithCurrent },
  }),
  declineChangeRequest: createRoute({
    method: 'post',
    path: `${path}/decline`,
    security: forMembersOrToken('write'),
    tags,
    summary: 'Declines a suggested edit, with a reason; a repeated call changes nothing',
    request: { ...byId, body: jsonBody(Answer) },
    responses: { ...oneRequest, ...errors(401, 403, 409) },
  }),
  askForChanges: createRoute({
    method: 'post',
    path: `${path}/ask`,
    security: forMembersOrToken('write'),
    tags,
    summary: 'Asks the proposer to change a suggested edit; a repeated call changes nothing',
    request: { ...byId, body: jsonBody(Answer) },
    responses: { ...oneRequest, ...errors(401, 403, 409) },
  }),
  runRequestTests: createRoute({
    method: 'post',
    path: `${path}/tests/runs`,
    security: forMembersOrToken('run'),
    ...costsCredits,
    tags,
    summary:
      'Runs the test cases on the current or the suggested text, which costs credits; returns the events of a test run',
    request: { ...byId, headers: OnceHeaders, body: jsonBody(SideTestInput) },
    responses: {
      200: { description: 'The events.', content: { 'text/event-stream': { schema: z.string() } } },
      ...commonErrors,
      ...errors(401, 402, 403, 404, 409, 422),
    },
  }),
  listSideResults: createRoute({
    method: 'get',
    path: `${path}/tests`,
    security: forMembersOrToken('read'),
    tags,
    summary:
      'Returns test results of the current and the suggested text, by model; never counted as results of the prompt',
    request: byId,
    responses: { ...okOrNotFound(z.array(SideResult), 'The results for both texts as they are now.'), ...errors(401) },
  }),
  withdrawChangeRequest: createRoute({
    method: 'post',
    path: `${path}/withdraw`,
    security: forMembersOrToken('write'),
    tags,
    summary: 'Withdraws the edit that you suggested; a repeated call changes nothing',
    request: byId,
    responses: { ...oneRequest, ...errors(401, 403, 409) },
  }),
}
