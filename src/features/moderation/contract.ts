// This file is longer than most, because it has the endpoints of reports and most of those of the admin area.

import { createRoute, z } from '@hono/zod-openapi'
import { categoryLimits } from '#features/catalogue/category-rules.ts'
import { Category, Prompt, PromptCard } from '#features/catalogue/contract.ts'
import { promptStatuses } from '#features/catalogue/rules.ts'
import { Claim } from '#features/claims/contract.ts'
import { claimActions } from '#features/claims/rules.ts'
import { Collection } from '#features/collections/contract.ts'
import { Usage } from '#features/comments/contract.ts'
import { commentStates, subjectKinds } from '#features/comments/rules.ts'
import { Message } from '#features/contact/contract.ts'
import { Example } from '#features/examples/contract.ts'
import { Tool, ToolFields } from '#features/tools/contract.ts'
import { type OptionalFact, textsOf } from '#features/tools/fact-rules.ts'
import { toolFactNames } from '#features/tools/rules.ts'
import { toolLimits } from '#features/tools/writing-rules.ts'
import { line, PromptEdit } from '#features/writing/contract.ts'
import {
  created,
  errors,
  forAdmins,
  forMembers,
  forModerators,
  Id,
  jsonBody,
  noContent,
  ok,
  okOrNotFound,
  Paging,
  pageOf,
  Time,
} from '#lib/http-contract.ts'
import { reportReasons } from './reason-rules.ts'
import { caseActions, caseStates, exampleActions, moderationLimits } from './rules.ts'

const { detailsMax, reasonMin, reasonMax } = moderationLimits
const person = z.object({ username: z.string() })
const byId = { params: z.object({ id: z.uuid() }) }
const booleanText = z.enum(['true', 'false']).transform((value) => value === 'true')

/** The caller's own password, for roles, bans and reset links. Required if they signed in more than 12 hours ago. */
const password = z
  .string()
  .max(128)
  .optional()
  .openapi({ description: 'Your own password. Required if you signed in more than 12 hours ago.' })
const removedReason = line('reason', { min: reasonMin, max: reasonMax }).openapi({
  description: 'The reason, for the author to read.',
})

const seenEditedAt = Time.nullable().default(null).openapi({
  description:
    '`editedAt` of the comment as you read it. Showing a hidden comment fails with a conflict if it was edited after that.',
})

export const AdminPrompt = PromptCard.extend({
  status: z.enum(promptStatuses),
  removedReason: z.string().nullable(),
  version: z.number().int(),
}).openapi('AdminPrompt')

export const AdminComment = z
  .object({
    id: Id,
    content: z.string(),
    user: person,
    state: z.enum(commentStates),
    removedReason: z.string().nullable(),
    usage: z.union([Usage, z.null()]),
    subject: z.union([z.object({ kind: z.enum(subjectKinds), id: z.string(), title: z.string() }), z.null()]).openapi({
      description:
        'What the comment is about. `id` is a slug, or the id of a comparison. Null unless everybody may see the subject.',
    }),
    createdAt: Time,
    editedAt: Time.nullable(),
  })
  .openapi('AdminComment')
export type AdminComment = z.infer<typeof AdminComment>

export const ReportCase = z
  .object({
    id: Id,
    state: z.enum(caseStates),
    openedAt: Time,
    prompt: z.union([AdminPrompt, z.null()]).openapi({
      description: 'The reported prompt, or the prompt of the reported comparison. Otherwise null.',
    }),
    comparison: z
      .union([
        z.object({
          id: Id,
          name: z.string().nullable(),
          user: person,
          published: z.boolean(),
          shared: z.boolean(),
          withdrawnReason: z.string().nullable().openapi({ description: 'Why a moderator took the comparison down.' }),
          content: z.string(),
          answers: z.array(z.object({ model: z.string(), text: z.string() })),
        }),
        z.null(),
      ])
      .openapi({ description: 'Null if no comparison is reported. Texts are truncated to 5,000 characters.' }),
    collection: z
      .union([
        z.object({
          id: Id,
          slug: z.string(),
          title: z.string(),
          description: z.string(),
          user: person,
          removedReason: z.string().nullable(),
          items: z.array(z.object({ title: z.string(), note: z.string() })),
        }),
        z.null(),
      ])
      .openapi({ description: 'Null if no collection is reported.' }),
    comment: z.union([AdminComment, z.null()]).openapi({ description: 'Null if no comment is reported.' }),
    changeRequest: z
      .union([
        z.object({
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
        }),
        z.null(),
      ])
      .openapi({ description: 'Null if no suggested edit is reported. Texts are truncated to 5,000 characters.' }),
    reports: z
      .array(z.object({ reason: z.enum(reportReasons), details: z.string().nullable(), user: person, createdAt: Time }))
      .openapi({ description: 'The first 20 reports.' }),
    reportCount: z.number().int(),
    bannable: z.boolean().openapi({
      description: 'False if the content belongs to one of the site’s own accounts, which can’t be banned.',
    }),
    /** `version` is the prompt's version when the case was decided, or 0 if the case has no prompt. */
    decision: z.object({ at: Time, user: person, version: z.number().int() }).nullable(),
  })
  .openapi('ReportCase', {
    description:
      'All reports about one prompt, comparison, collection, comment or suggested edit that are open together or were decided together.',
  })

export const Person = z
  .object({
    id: Id,
    username: z.string(),
    role: z.enum(['user', 'moderator', 'admin']),
    banned: z.boolean(),
    prompts: z.number().int().openapi({ description: 'Published prompts.' }),
    createdAt: Time,
  })
  .openapi('Person')

export const ResetLink = z
  .object({
    link: z.string(),
    email: z.string().openapi({ description: 'The account’s address, for sending the link.' }),
    expiresAt: Time,
  })
  .openapi('ResetLink')
export type ResetLink = z.infer<typeof ResetLink>

export const AuditEntry = z
  .object({
    id: Id,
    at: Time,
    actor: z.object({
      kind: z.enum(['user', 'visitor', 'system']),
      id: Id.nullable(),
      name: z.string().nullable().openapi({ description: 'Null for visitors and deleted accounts.' }),
    }),
    action: z.string(),
    target: z
      .object({ kind: z.string(), id: z.string(), name: z.string().nullable(), slug: z.string().nullable() })
      .nullable(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    /** The actor's IP address, shortened to /24 or /48. */
    network: z.string().nullable(),
  })
  .openapi('AuditEntry')

const Overview = z
  .object({
    openReports: z.number().int().openapi({ description: 'Open cases of reports.' }),
    waitingComments: z.number().int(),
    openClaims: z.number().int(),
    openExamples: z.number().int().openapi({ description: 'Examples that are pending or reported.' }),
    openMessages: z.number().int().nullable().openapi({ description: 'For admins only.' }),
    pendingPrompts: z.number().int(),
    removedPrompts: z.number().int(),
    publishedPrompts: z.number().int(),
    members: z.number().int(),
    bannedMembers: z.number().int(),
    tools: z.number().int(),
    categories: z.number().int(),
    moderation: z.enum(['post', 'pre']).openapi({ description: 'pre: some new prompts wait for approval.' }),
  })
  .openapi('Overview', { description: 'All numbers except `publishedPrompts` and `tools` are counted up to 1,000.' })

export type AdminPrompt = z.infer<typeof AdminPrompt>
export type ReportCase = z.infer<typeof ReportCase>
export type Person = z.infer<typeof Person>
export type AuditEntry = z.infer<typeof AuditEntry>
export type Overview = z.infer<typeof Overview>

const NewReport = z
  .object({
    promptId: z.string().min(1).max(300).optional().openapi({ description: 'An id or a slug.' }),
    comparisonId: z.string().max(100).optional().openapi({ description: 'A published or shared comparison.' }),
    collectionId: z.string().min(1).max(300).optional().openapi({ description: 'An id or a slug.' }),
    exampleId: z.uuid().optional().openapi({ description: 'A published example.' }),
    commentId: z.uuid().optional(),
    changeRequestId: z.uuid().optional().openapi({ description: 'A suggested edit.' }),
    reason: z.enum(reportReasons),
    details: line('text', { min: 0, max: detailsMax }).optional(),
  })
  .openapi('NewReport', { description: 'Send one of the ids.' })
export type NewReport = z.output<typeof NewReport>

const Decision = z
  .object({
    action: z.enum(caseActions),
    removedReason: removedReason.optional(),
    undo: z.boolean().optional(),
    password,
    editedAt: seenEditedAt,
  })
  .openapi('Decision', { description: '`undo` with `ban` does the same as `undo` in PersonEdit.' })
export type Decision = z.output<typeof Decision>

export const AdminClaim = Claim.extend({
  user: person.openapi({ description: 'The member who claims the name.' }),
  holder: z.union([person, z.null()]).openapi({ description: 'The member who holds the name now.' }),
  promptCount: z.number().int().nullable().openapi({
    description:
      'How many published prompts an approval would link to the member, counted up to 1,000. Null if a member holds the name.',
  }),
}).openapi('AdminClaim')
export type AdminClaim = z.infer<typeof AdminClaim>

const ClaimDecision = z.object({ action: z.enum(claimActions) }).openapi('ClaimDecision')
export type ClaimDecision = z.output<typeof ClaimDecision>

export const AdminExample = Example.extend({
  prompt: z.object({ slug: z.string(), title: z.string() }),
  reports: z
    .array(z.object({ reason: z.enum(reportReasons), details: z.string().nullable(), user: person, createdAt: Time }))
    .openapi({ description: 'The first 20 open reports.' }),
  reportCount: z.number().int(),
}).openapi('AdminExample')
export type AdminExample = z.infer<typeof AdminExample>

const ExampleDecision = z
  .object({ action: z.enum(exampleActions), removedReason: removedReason.optional() })
  .openapi('ExampleDecision')
export type ExampleDecision = z.output<typeof ExampleDecision>
const CommentDecision = z
  .object({
    action: z.enum(['approve', 'remove']),
    removedReason: removedReason.optional(),
    editedAt: seenEditedAt,
  })
  .openapi('CommentDecision')
export type CommentDecision = z.output<typeof CommentDecision>

const AdminPromptEdit = PromptEdit.omit({ status: true })
  .extend({
    status: z.enum(['published', 'removed']).optional(),
    removedReason: removedReason.optional(),
    featured: z.boolean().optional(),
  })
  .openapi('AdminPromptEdit')
export type AdminPromptEdit = z.output<typeof AdminPromptEdit>

const AdminCollectionEdit = z
  .object({
    featured: z.boolean().optional(),
    removedReason: z.union([removedReason, z.null()]).optional().openapi({
      description: 'Removes the collection, with the reason for its owner. Null restores it.',
    }),
  })
  .openapi('AdminCollectionEdit')
export type AdminCollectionEdit = z.output<typeof AdminCollectionEdit>

const { nameMin, nameMax, descriptionMin, descriptionMax, urlMax, tagsMax, tagMin, tagMax } = toolLimits
const WrittenTool = ToolFields.extend({
  name: line('name', { min: nameMin, max: nameMax }),
  description: line('description', { min: descriptionMin, max: descriptionMax }),
  url: z.string().max(urlMax),
  tags: z.array(line('tag', { min: tagMin, max: tagMax })).max(tagsMax, `Use at most ${tagsMax} tags.`),
})
/** Defaults for the facts about tools that the API didn't always have. Older programs don't send these facts. */
const optionalFacts = Object.fromEntries(
  toolFactNames.flatMap((fact) => {
    const { whenMissing } = textsOf(fact)
    return whenMissing === undefined ? [] : [[fact, z.boolean().default(whenMissing)]]
  }),
) as Record<OptionalFact, z.ZodDefault<z.ZodBoolean>>
const NewTool = WrittenTool.extend({
  ...optionalFacts,
  featured: WrittenTool.shape.featured.default(false),
  tags: WrittenTool.shape.tags.default([]),
}).openapi('NewTool')
const ToolEdit = WrittenTool.partial().openapi('ToolEdit')
export type NewTool = z.output<typeof NewTool>
export type ToolEdit = z.output<typeof ToolEdit>

const WrittenCategory = z.object({
  name: line('name', { min: categoryLimits.nameMin, max: categoryLimits.nameMax }),
  description: line('description', { min: categoryLimits.descriptionMin, max: categoryLimits.descriptionMax }),
})
const CategoryEdit = WrittenCategory.extend({
  position: z.number().int().min(1).max(1_000).openapi({ description: 'The category’s position in the list, from 1.' }),
})
  .partial()
  .openapi('CategoryEdit')
export type NewCategory = z.output<typeof WrittenCategory>
export type CategoryEdit = z.output<typeof CategoryEdit>

const PersonEdit = z
  .object({
    role: z.enum(['user', 'moderator', 'admin']).optional(),
    banned: z.boolean().optional(),
    undo: z.boolean().optional().openapi({
      description:
        'With `banned: true`: removes their prompts, comments, undecided suggested edits, collections and examples, unpublishes their comparisons, deletes their votes, saves and open reports, and reverts their edits of other people’s prompts that nobody else has edited since.',
    }),
    password,
  })
  .openapi('PersonEdit')
export type PersonEdit = z.output<typeof PersonEdit>

const Reported = z
  .object({
    promptId: z.union([Id, z.null()]).openapi({
      description: 'The reported prompt, or the prompt of the reported comparison or example. Otherwise null.',
    }),
    comparisonId: z.union([Id, z.null()]),
    collectionId: z.union([Id, z.null()]),
    exampleId: z.union([Id, z.null()]),
    commentId: z.union([Id, z.null()]),
    changeRequestId: z.union([Id, z.null()]),
    state: z.enum(['open', 'decided']).openapi({
      description:
        'decided: moderators already decided your earlier report, and the content hasn’t changed since. The new report isn’t stored.',
    }),
  })
  .openapi('Reported')
export type Reported = z.infer<typeof Reported>

export const moderationContract = {
  reportContent: createRoute({
    method: 'post',
    path: '/api/reports',
    security: forMembers,
    tags: ['Moderation'],
    summary:
      'Reports a prompt, a comparison, a collection, an example, a comment or a suggested edit to the moderators; a repeated call changes nothing',
    request: { body: jsonBody(NewReport) },
    responses: {
      ...created(Reported, 'The state of the report.'),
      ...errors(401, 403, 404),
    },
  }),
  readOverview: createRoute({
    method: 'get',
    path: '/api/admin/overview',
    security: forModerators,
    tags: ['Admin'],
    summary: 'Returns how many items are waiting for a decision, and the totals of the site',
    responses: { ...ok(Overview, 'The numbers.'), ...errors(401, 403) },
  }),
  listReports: createRoute({
    method: 'get',
    path: '/api/admin/reports',
    security: forModerators,
    tags: ['Admin'],
    summary: 'Lists cases of reports: open ones, oldest first, or decided ones, most recently decided first',
    request: {
      query: Paging.extend({
        state: z.enum(['open', 'decided']).default('open'),
        reason: z.enum(reportReasons).optional(),
      }),
    },
    responses: { ...ok(pageOf(ReportCase).openapi('ReportPage'), 'A page of cases.'), ...errors(401, 403) },
  }),
  decideReport: createRoute({
    method: 'post',
    path: '/api/admin/reports/{id}',
    security: forModerators,
    tags: ['Admin'],
    summary:
      'Decides a case: dismisses its reports, removes the content, bans its author (admins), or undoes the decision (`reopen`)',
    request: { ...byId, body: jsonBody(Decision) },
    responses: { ...okOrNotFound(ReportCase, 'The case after the decision.'), ...errors(401, 403, 409) },
  }),
  listAdminPrompts: createRoute({
    method: 'get',
    path: '/api/admin/prompts',
    security: forModerators,
    tags: ['Admin'],
    summary: 'Lists prompts of one status, most recently edited first',
    request: {
      query: Paging.extend({
        status: z.enum(['published', 'pending', 'removed', 'deleted']).default('pending'),
        q: z.string().max(200).optional().openapi({ description: 'A part of the title, or an author’s name.' }),
      }),
    },
    responses: { ...ok(pageOf(AdminPrompt).openapi('AdminPromptPage'), 'A page.'), ...errors(401, 403) },
  }),
  moderatePrompt: createRoute({
    method: 'patch',
    path: '/api/admin/prompts/{id}',
    security: forModerators,
    tags: ['Admin'],
    summary: 'Edits a prompt, approves it, removes it with a reason or restores it; admins can feature it',
    request: {
      params: z.object({ id: z.string().min(1).max(300).openapi({ description: 'An id or a slug.' }) }),
      body: jsonBody(AdminPromptEdit),
    },
    responses: { ...okOrNotFound(Prompt, 'The current prompt.'), ...errors(401, 403, 409) },
  }),
  moderateCollection: createRoute({
    method: 'patch',
    path: '/api/admin/collections/{id}',
    security: forModerators,
    tags: ['Admin'],
    summary: 'Features a public collection on the home page, removes a collection with a reason or restores it',
    request: {
      params: z.object({ id: z.string().min(1).max(300).openapi({ description: 'An id or a slug.' }) }),
      body: jsonBody(AdminCollectionEdit),
    },
    responses: { ...okOrNotFound(Collection, 'The current collection.'), ...errors(401, 403, 409) },
  }),
  listAdminComments: createRoute({
    method: 'get',
    path: '/api/admin/comments',
    security: forModerators,
    tags: ['Admin'],
    summary: 'Lists waiting comments, oldest first, or removed comments, newest first',
    request: { query: Paging.extend({ state: z.enum(['waiting', 'removed']).default('waiting') }) },
    responses: { ...ok(pageOf(AdminComment).openapi('AdminCommentPage'), 'A page.'), ...errors(401, 403) },
  }),
  moderateComment: createRoute({
    method: 'patch',
    path: '/api/admin/comments/{id}',
    security: forModerators,
    tags: ['Admin'],
    summary: 'Shows a waiting or removed comment, or removes it',
    request: { ...byId, body: jsonBody(CommentDecision) },
    responses: { ...okOrNotFound(AdminComment, 'The comment.'), ...errors(401, 403, 409) },
  }),
  listAdminTools: createRoute({
    method: 'get',
    path: '/api/admin/tools',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Lists tools by name, or finds them by part of the name',
    request: { query: Paging.extend({ q: z.string().max(200).optional() }) },
    responses: { ...ok(pageOf(Tool).openapi('AdminToolPage'), 'A page of tools.'), ...errors(401, 403) },
  }),
  createTool: createRoute({
    method: 'post',
    path: '/api/admin/tools',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Adds a tool',
    request: { body: jsonBody(NewTool) },
    responses: { ...created(Tool, 'The tool.'), ...errors(401, 403, 409) },
  }),
  changeTool: createRoute({
    method: 'patch',
    path: '/api/admin/tools/{id}',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Changes a tool; its URL on this site stays the same',
    request: { ...byId, body: jsonBody(ToolEdit) },
    responses: { ...okOrNotFound(Tool, 'The tool.'), ...errors(401, 403) },
  }),
  deleteTool: createRoute({
    method: 'delete',
    path: '/api/admin/tools/{id}',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Deletes a tool permanently',
    request: byId,
    responses: { ...noContent('The tool is deleted.'), ...errors(401, 403, 404) },
  }),
  listAdminCategories: createRoute({
    method: 'get',
    path: '/api/admin/categories',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Lists all categories in order',
    responses: { ...ok(z.array(Category), 'The categories.'), ...errors(401, 403) },
  }),
  createCategory: createRoute({
    method: 'post',
    path: '/api/admin/categories',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Adds a category at the end',
    request: { body: jsonBody(WrittenCategory.openapi('NewCategory')) },
    responses: { ...created(Category, 'The category.'), ...errors(401, 403, 409) },
  }),
  changeCategory: createRoute({
    method: 'patch',
    path: '/api/admin/categories/{id}',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Renames, describes or moves a category; its URL stays the same',
    request: { ...byId, body: jsonBody(CategoryEdit) },
    responses: { ...okOrNotFound(Category, 'The category.'), ...errors(401, 403) },
  }),
  deleteCategory: createRoute({
    method: 'delete',
    path: '/api/admin/categories/{id}',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Deletes an empty category, except the fifteen fixed ones',
    request: byId,
    responses: { ...noContent('The category is deleted.'), ...errors(401, 403, 404, 409) },
  }),
  listPeople: createRoute({
    method: 'get',
    path: '/api/admin/users',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Lists users, newest first',
    request: {
      query: Paging.extend({
        q: z.string().max(254).optional().openapi({ description: 'A part of the name, or a whole email address.' }),
        role: z.enum(['user', 'moderator', 'admin']).optional(),
        banned: booleanText.optional(),
      }),
    },
    responses: { ...ok(pageOf(Person).openapi('PersonPage'), 'A page of users.'), ...errors(401, 403) },
  }),
  changePerson: createRoute({
    method: 'patch',
    path: '/api/admin/users/{id}',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Changes a user’s role, bans them (which ends their sessions) or lifts the ban',
    request: { ...byId, body: jsonBody(PersonEdit) },
    responses: { ...okOrNotFound(Person, 'The user.'), ...errors(401, 403, 409) },
  }),
  listClaims: createRoute({
    method: 'get',
    path: '/api/admin/claims',
    security: forModerators,
    tags: ['Admin'],
    summary: 'Lists claims to credited names: open ones, oldest first, or decided ones, newest first',
    request: { query: Paging.extend({ state: z.enum(['open', 'decided']).default('open') }) },
    responses: { ...ok(pageOf(AdminClaim).openapi('AdminClaimPage'), 'A page of claims.'), ...errors(401, 403) },
  }),
  decideClaim: createRoute({
    method: 'post',
    path: '/api/admin/claims/{id}',
    security: forModerators,
    tags: ['Admin'],
    summary: 'Approves or declines a claim, or revokes an approved one; the member gets an email',
    request: { ...byId, body: jsonBody(ClaimDecision) },
    responses: { ...okOrNotFound(AdminClaim, 'The claim.'), ...errors(401, 403, 409) },
  }),
  listAdminExamples: createRoute({
    method: 'get',
    path: '/api/admin/examples',
    security: forModerators,
    tags: ['Admin'],
    summary: 'Lists pending and reported examples, oldest first, or removed examples, newest first',
    request: { query: Paging.extend({ state: z.enum(['open', 'removed']).default('open') }) },
    responses: {
      ...ok(pageOf(AdminExample).openapi('AdminExamplePage'), 'A page of examples.'),
      ...errors(401, 403),
    },
  }),
  decideExample: createRoute({
    method: 'post',
    path: '/api/admin/examples/{id}',
    security: forModerators,
    tags: ['Admin'],
    summary: 'Approves, removes or restores an example and emails its author, or dismisses its reports',
    request: { ...byId, body: jsonBody(ExampleDecision) },
    responses: { ...okOrNotFound(AdminExample, 'The example.'), ...errors(401, 403, 409) },
  }),
  removeProfile: createRoute({
    method: 'delete',
    path: '/api/admin/profiles/{username}',
    security: forModerators,
    tags: ['Admin'],
    summary: 'Removes a member’s bio and link',
    request: { params: z.object({ username: z.string().min(1).max(100) }) },
    responses: { ...noContent('Both are removed, or the member had neither.'), ...errors(401, 403, 404) },
  }),
  listMessages: createRoute({
    method: 'get',
    path: '/api/admin/messages',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Lists messages from /contact, open or done, newest first',
    request: { query: Paging.extend({ state: z.enum(['open', 'done']).default('open') }) },
    responses: { ...ok(pageOf(Message).openapi('MessagePage'), 'A page of messages.'), ...errors(401, 403) },
  }),
  markMessage: createRoute({
    method: 'patch',
    path: '/api/admin/messages/{id}',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Marks a message as done or open',
    request: { ...byId, body: jsonBody(z.object({ done: z.boolean() }).openapi('MessageEdit')) },
    responses: { ...okOrNotFound(Message, 'The current message.'), ...errors(401, 403) },
  }),
  makeResetLink: createRoute({
    method: 'post',
    path: '/api/admin/messages/{id}/reset-link',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Makes the password reset link that a member asked for in this message, on a site without email',
    request: { ...byId, body: jsonBody(z.object({ password }).openapi('ResetLinkRequest')) },
    responses: { ...created(ResetLink, 'The link, which isn’t shown again.'), ...errors(401, 403, 404) },
  }),
  listAudit: createRoute({
    method: 'get',
    path: '/api/admin/audit',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Lists the audit log, newest first',
    request: {
      query: Paging.extend({
        actor: z.string().max(30).optional().openapi({ description: 'A username.' }),
        action: z.string().max(60).optional(),
        target: z
          .string()
          .max(120)
          .regex(/^\w+:.+$/, 'A target has the form kind:id.')
          .optional(),
      }),
    },
    responses: { ...ok(pageOf(AuditEntry).openapi('AuditEntryPage'), 'A page of entries.'), ...errors(401, 403) },
  }),
  clearCache: createRoute({
    method: 'post',
    path: '/api/cache/clear',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Clears the page cache of every process',
    responses: { ...noContent('Pages are rendered again on the next request.'), ...errors(401, 403) },
  }),
}
