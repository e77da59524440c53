import { createRoute, z } from '@hono/zod-openapi'
import { Prompt, PromptCard } from '#features/catalogue/contract.ts'
import { promptStatuses } from '#features/catalogue/rules.ts'
import { Collection } from '#features/collections/contract.ts'
import { AdminComment } from '#features/comments/contract.ts'
import { Example } from '#features/examples/contract.ts'
import { line, PromptEdit } from '#features/writing/contract.ts'
import {
  errors,
  forModerators,
  jsonBody,
  ok,
  okOrNotFound,
  type Page,
  Paging,
  pageOf,
  Time,
} from '#lib/http-contract.ts'
import { reportReasons } from './reason-rules.ts'
import { exampleActions, moderationLimits } from './rules.ts'

const byId = { params: z.object({ id: z.uuid() }) }
const { reasonMin, reasonMax } = moderationLimits
const person = z.object({ username: z.string() })

export const removedReason = line('reason', { min: reasonMin, max: reasonMax }).openapi({
  description: 'The reason, for the author to read.',
})

export const seenEditedAt = Time.nullable().default(null).openapi({
  description:
    '`editedAt` of the comment as you read it. Showing a hidden comment fails with a conflict if it was edited after that.',
})

const AuthorRecord = z
  .object({
    username: z.string(),
    createdAt: Time,
    banned: z.boolean(),
    prompts: z.number().int().openapi({ description: 'Published prompts.' }),
    removals: z.number().int().openapi({
      description:
        'How many of their newest 200 prompts, comments, examples, collections, suggested edits and comparisons each are removed.',
    }),
    openReports: z.number().int().openapi({
      description: 'Open cases of reports and reported examples that are theirs, among the oldest 1,000 of each.',
    }),
  })
  .openapi('AuthorRecord')

export type AuthorRecord = z.infer<typeof AuthorRecord>

/** A page of a queue, with what is known about the authors of its items. */
export function queuePageOf<Item extends z.ZodType>(item: Item) {
  return pageOf(item).extend({
    authors: z.array(AuthorRecord).openapi({
      description: 'The members who wrote these items, in no order. Without the site’s own accounts.',
    }),
  })
}

export type QueuePage<Item> = Page<Item> & { authors: AuthorRecord[] }

export const AdminPrompt = PromptCard.extend({
  status: z.enum(promptStatuses),
  removedReason: z.string().nullable(),
  version: z.number().int(),
  findings: Prompt.shape.findings,
}).openapi('AdminPrompt')

export type AdminPrompt = z.infer<typeof AdminPrompt>

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
    seenVersion: z.number().int().min(0).optional().openapi({
      description: 'Takes this version off the queue of prompts with alarms. 0 puts the prompt back.',
    }),
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

/** The endpoints with which moderators decide on prompts, collections, comments and examples. */
export const contentContract = {
  listAdminPrompts: createRoute({
    method: 'get',
    path: '/api/admin/prompts',
    security: forModerators,
    tags: ['Admin'],
    summary: 'Lists prompts of one status, most recently edited first',
    request: {
      query: Paging.extend({
        status: z
          .enum(['published', 'pending', 'removed', 'deleted'])
          .default('pending')
          .openapi({ description: 'Only prompts with this status.' }),
        alarms: z.enum(['unseen']).optional().openapi({
          description: 'Only published prompts with alarms among their findings that no moderator has looked at.',
        }),
        q: z.string().max(200).optional().openapi({ description: 'A part of the title, or an author’s name.' }),
      }),
    },
    responses: { ...ok(queuePageOf(AdminPrompt).openapi('AdminPromptPage'), 'A page.'), ...errors(401, 403) },
  }),
  moderatePrompt: createRoute({
    method: 'patch',
    path: '/api/admin/prompts/{id}',
    security: forModerators,
    tags: ['Admin'],
    summary:
      'Edits a prompt, approves it, removes it with a reason, restores it or marks its findings as seen; admins can feature it',
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
    request: {
      query: Paging.extend({
        state: z.enum(['waiting', 'removed']).default('waiting').openapi({ description: 'Which comments.' }),
      }),
    },
    responses: { ...ok(queuePageOf(AdminComment).openapi('AdminCommentPage'), 'A page.'), ...errors(401, 403) },
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
  listAdminExamples: createRoute({
    method: 'get',
    path: '/api/admin/examples',
    security: forModerators,
    tags: ['Admin'],
    summary: 'Lists pending and reported examples, oldest first, or removed examples, newest first',
    request: {
      query: Paging.extend({
        state: z.enum(['open', 'removed']).default('open').openapi({ description: 'open: pending or reported ones.' }),
      }),
    },
    responses: {
      ...ok(queuePageOf(AdminExample).openapi('AdminExamplePage'), 'A page of examples.'),
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
}
