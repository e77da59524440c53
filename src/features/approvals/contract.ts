import { createRoute, z } from '@hono/zod-openapi'
import { idOrSlug, Prompt, WrittenPrompt } from '#features/catalogue/contract.ts'
import { cleanText } from '#features/models/rules.ts'
import { PromptEdit } from '#features/writing/contract.ts'
import {
  created,
  errors,
  forMembers,
  forMembersOrToken,
  Id,
  integerMax,
  jsonBody,
  ok,
  okOrNotFound,
  Paging,
  pageOf,
  Time,
} from '#lib/http-contract.ts'
import { hasVisibleCharacter } from '#lib/short-text.ts'
import { isStorable } from '#lib/well-formed.ts'
import { approvalKinds, approvalStates, approvalLimits as limits, approvalMessages as messages } from './rules.ts'

const person = z.object({ username: z.string() })
const GroupName = z.object({ slug: z.string(), name: z.string() })

const cardFields = {
  id: Id,
  kind: z.enum(approvalKinds).openapi({
    description: 'A prompt that is new in the group, an edit of one, or the publication of one for everybody.',
  }),
  state: z.enum(approvalStates),
  note: z.string().openapi({ description: 'What its author says about it. The history shows it with the version.' }),
  answer: z.string().nullable().openapi({ description: 'Why it was returned.' }),
  group: GroupName.openapi({ description: 'The group whose approvers decide.' }),
  prompt: z.object({ id: Id, slug: z.string(), title: z.string(), version: z.number().int() }),
  user: person.openapi({ description: 'Who sent it.' }),
  decidedBy: z.string().nullable(),
  isMoved: z
    .boolean()
    .openapi({ description: 'Whether the prompt has a newer version than the one it was written for.' }),
  revision: z.number().int().openapi({ description: 'Increases with each new text.' }),
  isOwn: z.boolean().openapi({ description: 'Whether you sent it.' }),
  mayDecide: z.boolean().openapi({
    description: 'Whether you may decide now: as an approver, and on what you sent yourself only if there is no other.',
  }),
  createdAt: Time,
  revisedAt: Time,
  decidedAt: Time.nullable(),
}

export const ApprovalCard = z.object(cardFields).openapi('ApprovalCard')
export type ApprovalCard = z.infer<typeof ApprovalCard>

const Text = z.object({ ...WrittenPrompt.shape, category: Prompt.shape.category })
export type ApprovalText = z.infer<typeof Text>

export const ApprovalComment = z
  .object({ id: Id, user: person, body: z.string(), createdAt: Time })
  .openapi('ApprovalComment')
export type ApprovalComment = z.infer<typeof ApprovalComment>

export const Approval = z
  .object({
    ...cardFields,
    current: Text.openapi({ description: 'The prompt as it is now.' }),
    proposed: Text.openapi({ description: 'The prompt as it is once approved.' }),
    hiddenCharacters: Prompt.shape.hiddenCharacters,
    readers: z.array(GroupName).openapi({
      description: 'The groups whose members may then read it. Empty if everybody may.',
    }),
    comments: z
      .array(ApprovalComment)
      .openapi({ description: 'Oldest first. Only its author and approvers see them.' }),
  })
  .openapi('Approval')
export type Approval = z.infer<typeof Approval>

const revision = z.number().int().min(1).max(integerMax)
const storable = (text: string) => (isStorable(text) ? cleanText(text).trim() : text)

const Decision = z
  .object({
    revision: revision.openapi({ description: 'The revision that you read.' }),
    version: revision.openapi({ description: 'The version of the prompt that you compared it with.' }),
  })
  .openapi('ApprovalDecision')
export type Decision = z.output<typeof Decision>

const Return = z
  .object({
    revision,
    reason: z
      .string()
      .overwrite(storable)
      .min(limits.reasonMin, { error: () => messages.reasonMissing })
      .max(limits.reasonMax)
      .refine(hasVisibleCharacter, { error: () => messages.reasonMissing }),
  })
  .openapi('ApprovalReturn')
export type Return = z.output<typeof Return>

const NewComment = z.object({
  body: z
    .string()
    .overwrite(storable)
    .max(limits.commentMax, { error: () => messages.commentLong })
    .refine(hasVisibleCharacter, { error: () => messages.commentMissing }),
})

export const PromptReview = z
  .object({
    group: GroupName,
    owner: z.string().nullable().openapi({
      description: 'The member of the group who answers for the prompt. Null if the group’s approvers do.',
    }),
    dueAt: Time.openapi({ description: 'Until when it counts as reviewed.' }),
    isAsked: z.boolean().openapi({ description: 'Whether it is due and the owner was asked.' }),
    overdueSince: Time.nullable().openapi({ description: 'Set if the owner hasn’t answered for two weeks.' }),
    isRetired: z.boolean().openapi({ description: 'Whether the group has taken the prompt out of use.' }),
    mayEdit: z.boolean().openapi({ description: 'Whether you write in the group.' }),
    mayAnswer: z.boolean().openapi({ description: 'Whether you are the owner or an approver.' }),
    mayBringBack: z.boolean().openapi({ description: 'Whether you are an approver and it is out of use.' }),
  })
  .openapi('PromptReview')
export type PromptReview = z.infer<typeof PromptReview>

export const PromptOversight = z
  .object({
    approval: z
      .object({ id: Id, kind: z.enum(approvalKinds), isOwn: z.boolean() })
      .nullable()
      .openapi({ description: 'What waits for approval, for its author and approvers.' }),
    review: z.union([PromptReview, z.null()]).openapi({ description: 'Null if the prompt belongs to no group.' }),
  })
  .openapi('PromptOversight')
export type PromptOversight = z.infer<typeof PromptOversight>

export const DueReview = z
  .object({
    prompt: z.object({ id: Id, slug: z.string(), title: z.string() }),
    ...PromptReview.pick({ group: true, owner: true, dueAt: true, overdueSince: true, mayAnswer: true }).shape,
  })
  .openapi('DueReview')
export type DueReview = z.infer<typeof DueReview>

const byId = { params: z.object({ id: z.uuid() }) }
const path = '/api/approvals/{id}'
const tags = ['Approvals']
const oneApproval = okOrNotFound(Approval, 'What was sent for approval.')
const flag = z.enum(['true', 'false']).optional()
const reviewPath = '/api/prompts/{id}/review'
const oversight = okOrNotFound(PromptOversight, 'Who answers for it.')

export const approvalsContract = {
  sendForApproval: createRoute({
    method: 'post',
    path: '/api/prompts/{id}/approvals',
    security: forMembersOrToken('write'),
    tags,
    summary:
      'Sends a change for approval: your prompt for a group (`shared`), an edit of a group’s prompt, or its publication for everybody (`published`)',
    request: { params: idOrSlug, body: jsonBody(PromptEdit) },
    responses: { ...created(Approval, 'It waits.'), ...errors(401, 403, 404, 409) },
  }),
  listApprovals: createRoute({
    method: 'get',
    path: '/api/user/approvals',
    security: forMembersOrToken('read'),
    tags,
    summary: 'Lists what was sent to the groups in which you are an approver, or what you sent',
    request: {
      query: Paging.extend({
        role: z
          .enum(['approver', 'author'])
          .default('approver')
          .openapi({ description: 'approver: what was sent to your groups. author: what you sent.' }),
        waiting: flag.openapi({ description: 'true: only what waits. false: only what doesn’t.' }),
        group: z.string().max(100).optional().openapi({ description: 'The slug of a group.' }),
      }),
    },
    responses: {
      ...ok(pageOf(ApprovalCard).openapi('ApprovalPage'), 'A page, most recently sent first.'),
      ...errors(401),
    },
  }),
  getApproval: createRoute({
    method: 'get',
    path,
    security: forMembersOrToken('read'),
    tags,
    summary: 'Returns what was sent for approval, for its author and the group’s approvers',
    request: byId,
    responses: { ...oneApproval, ...errors(401) },
  }),
  reviseApproval: createRoute({
    method: 'put',
    path,
    security: forMembersOrToken('write'),
    tags,
    summary: 'Replaces what you sent while it waits',
    request: { ...byId, body: jsonBody(PromptEdit.extend({ revision })) },
    responses: { ...oneApproval, ...errors(401, 403, 409) },
  }),
  withdrawApproval: createRoute({
    method: 'post',
    path: `${path}/withdraw`,
    security: forMembersOrToken('write'),
    tags,
    summary: 'Withdraws what you sent; a repeated call changes nothing',
    request: byId,
    responses: { ...oneApproval, ...errors(401, 403, 409) },
  }),
  approve: createRoute({
    method: 'post',
    path: `${path}/approve`,
    security: forMembersOrToken('write'),
    tags,
    summary: 'Approves it, and stores the change under its author’s name; a repeated call changes nothing',
    request: { ...byId, body: jsonBody(Decision) },
    responses: { ...oneApproval, ...errors(401, 403, 409) },
  }),
  returnApproval: createRoute({
    method: 'post',
    path: `${path}/return`,
    security: forMembersOrToken('write'),
    tags,
    summary: 'Returns it to its author with a reason; a repeated call changes nothing',
    request: { ...byId, body: jsonBody(Return) },
    responses: { ...oneApproval, ...errors(401, 403, 409) },
  }),
  commentOnApproval: createRoute({
    method: 'post',
    path: `${path}/comments`,
    security: forMembersOrToken('write'),
    tags,
    summary: 'Comments on what waits, for its author and the approvers',
    request: { ...byId, body: jsonBody(NewComment) },
    responses: { ...created(Approval, 'With the comment.'), ...errors(401, 403, 404, 409) },
  }),
  getOversight: createRoute({
    method: 'get',
    path: reviewPath,
    security: forMembersOrToken('read'),
    tags,
    summary: 'Returns who answers for a prompt of your group, until when it counts as reviewed, and what waits',
    request: { params: idOrSlug },
    responses: { ...oversight, ...errors(401) },
  }),
  changeOwner: createRoute({
    method: 'patch',
    path: reviewPath,
    security: forMembers,
    tags,
    summary: 'Changes who answers for a prompt: a writer of its group, or the group (null)',
    request: { params: idOrSlug, body: jsonBody(z.object({ owner: z.string().max(100).nullable() })) },
    responses: { ...oversight, ...errors(401, 403) },
  }),
  confirmReview: createRoute({
    method: 'post',
    path: `${reviewPath}/confirm`,
    security: forMembers,
    tags,
    summary: 'Says that a prompt is still right, as its owner or an approver',
    request: { params: idOrSlug },
    responses: { ...oversight, ...errors(401, 403, 409) },
  }),
  retirePrompt: createRoute({
    method: 'post',
    path: `${reviewPath}/retire`,
    security: forMembers,
    tags,
    summary: 'Takes a prompt out of use, as its owner or an approver; approvers can share it again',
    request: { params: idOrSlug },
    responses: { ...oversight, ...errors(401, 403, 409) },
  }),
  listDueReviews: createRoute({
    method: 'get',
    path: '/api/user/reviews',
    security: forMembersOrToken('read'),
    tags,
    summary: 'Lists the prompts that are due for review and that you answer for, longest due first',
    request: { query: Paging },
    responses: { ...ok(pageOf(DueReview).openapi('DueReviewPage'), 'A page.'), ...errors(401) },
  }),
  listOverdueReviews: createRoute({
    method: 'get',
    path: '/api/groups/{slug}/reviews',
    security: forMembersOrToken('read'),
    tags,
    summary: 'Lists the prompts of a group whose review is overdue, for its members, longest due first',
    request: { params: z.object({ slug: z.string().min(1).max(100) }), query: Paging },
    responses: { ...okOrNotFound(pageOf(DueReview).openapi('OverdueReviewPage'), 'A page.'), ...errors(401) },
  }),
}
