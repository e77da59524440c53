import { createRoute, z } from '@hono/zod-openapi'
import { cleanText } from '#features/models/rules.ts'
import {
  created,
  errors,
  forMembers,
  Id,
  jsonBody,
  noContent,
  okOrNotFound,
  Paging,
  pageOf,
  Time,
  visibleName,
} from '#lib/http-contract.ts'
import { hasVisibleCharacter } from '#lib/short-text.ts'
import { t } from '#lib/texts.ts'
import { isStorable } from '#lib/well-formed.ts'
import { commentLimits, commentStates, hasAddress, outcomes, type SubjectKind, subjectKinds } from './rules.ts'

const { contentMax, modelMax } = commentLimits
const version = z.number().int().min(1).max(1_000_000)

export const Usage = z
  .object({
    outcome: z.enum(outcomes),
    model: z.string(),
    version: version.nullable().openapi({ description: 'The prompt’s version; null for tools and comparisons.' }),
  })
  .openapi('Usage', { description: 'A report of use: whether the subject worked, on which model.' })
export type Usage = z.infer<typeof Usage>

const fields = {
  id: Id,
  parentId: z.union([Id, z.null()]).openapi({ description: 'The comment that this one replies to.' }),
  content: z.string().openapi({ description: 'Plain text; empty if the comment is hidden from the caller.' }),
  user: z.object({ username: z.string() }).nullable().openapi({ description: 'Null if the comment is hidden.' }),
  state: z.enum(commentStates).openapi({
    description: 'A waiting comment is visible only to its author and moderators.',
  }),
  removedReason: z.string().nullable().openapi({
    description: 'Why a moderator removed the comment; null for everybody except its author.',
  }),
  usage: z.union([Usage, z.null()]),
  byAuthor: z.boolean().openapi({
    description: 'Whether the comment’s author also wrote the subject. Reports of use by that author aren’t counted.',
  }),
  createdAt: Time,
  editedAt: Time.nullable(),
}
/** A reply. The API's names for it (`answers`, `CommentAnswer`, `comment-answer`) stay: clients may depend on them. */
const Reply = z.object(fields).openapi('CommentAnswer')

export const Comment = z
  .object({ ...fields, answers: z.array(Reply).openapi({ description: 'Oldest first.' }) })
  .openapi('Comment')
export type Reply = z.infer<typeof Reply>
export type Comment = z.infer<typeof Comment>

export const UsageSummary = z
  .object({
    since: version
      .nullable()
      .openapi({ description: 'The first version with the current text; null if the subject has no versions.' }),
    models: z
      .array(
        z.object({
          model: z.string(),
          ...Object.fromEntries(outcomes.map((outcome) => [outcome, z.number().int()])),
        } as {
          model: z.ZodString
        } & Record<(typeof outcomes)[number], z.ZodNumber>),
      )
      .openapi({
        description: 'By model family, most reports first. For each person and family, only the newest report counts.',
      }),
    earlier: z.number().int().openapi({
      description: 'How many reports are about earlier texts. `models` leaves them out.',
    }),
  })
  .openapi('UsageSummary')
export type UsageSummary = z.infer<typeof UsageSummary>

export const CommentPage = pageOf(Comment)
  .extend({
    subjectId: Id,
    closed: z.boolean(),
    mayClose: z.boolean().openapi({ description: 'Whether the caller may close or open the comments.' }),
    version: version
      .nullable()
      .openapi({ description: 'The prompt’s current version; null for tools and comparisons.' }),
    usage: UsageSummary,
  })
  .openapi('CommentPage')
export type CommentPage = z.infer<typeof CommentPage>

const content = z
  .string({ error: () => t('Write something.') })
  .overwrite((text) => (isStorable(text) ? cleanText(text).trim() : text))
  .min(1, { error: () => t('Write something.') })
  .refine(hasVisibleCharacter, { error: () => t('Write something.') })
  .max(contentMax, { error: () => t('Use at most {max} characters.', { max: contentMax }) })

const model = visibleName(modelMax, {
  get nameMissing() {
    return t('Name the model.')
  },
  get nameLong() {
    return t('Use at most {max} characters.', { max: modelMax })
  },
  get nameUnreadable() {
    return t('The name has characters that can’t be seen.')
  },
}).refine((name) => !hasAddress(name), {
  error: () => t('Write the name of the model, not a web address.'),
})
const NewUsage = z
  .object({ outcome: z.enum(outcomes), model, version: version.optional() })
  .openapi('NewUsage', { description: '`version`: the prompt’s version, by default the current one.' })

const NewComment = z
  .object({ content, parentId: z.uuid().optional(), usage: NewUsage.optional() })
  .openapi('NewComment')
export type NewComment = z.output<typeof NewComment>

const CommentEdit = z
  .object({ content: content.optional(), usage: z.union([NewUsage, z.null()]).optional() })
  .openapi('CommentEdit')
export type CommentEdit = z.output<typeof CommentEdit>

const Closing = z.object({ closed: z.boolean() }).openapi('CommentClosing')

const byId = { params: z.object({ id: z.uuid() }) }

/** Returns the three endpoints of the comments on one kind of subject. */
function endpointsOf<const Kind extends SubjectKind>(kind: Kind, subject: string) {
  const path = `/api/${kind}s/{id}/comments` as const
  const params = z.object({ id: z.string().min(1).max(300) })
  return {
    list: createRoute({
      method: 'get',
      path,
      tags: ['Comments'],
      summary: `Lists the comments on ${subject}, newest first, and a summary of reports of use`,
      request: { params, query: Paging },
      responses: okOrNotFound(CommentPage, 'A page.'),
    }),
    post: createRoute({
      method: 'post',
      path,
      security: forMembers,
      tags: ['Comments'],
      summary: `Comments on ${subject}, or replies to a comment; repeating the same text within five minutes changes nothing`,
      request: { params, body: jsonBody(NewComment) },
      responses: { ...created(Comment, 'The comment.'), ...errors(401, 403, 404, 409) },
    }),
    close: createRoute({
      method: 'patch',
      path,
      security: forMembers,
      tags: ['Comments'],
      summary: `Closes or opens the comments on ${subject}; allowed for its author and moderators`,
      request: { params, body: jsonBody(Closing) },
      responses: { ...okOrNotFound(Closing, 'Whether the comments are closed.'), ...errors(401, 403) },
    }),
  }
}

const onPrompt = endpointsOf('prompt', 'a published prompt (id or slug)')
const onTool = endpointsOf('tool', 'a tool (id or slug)')
const onComparison = endpointsOf('comparison', 'a published or shared comparison')

/** A comment as moderators see it. */
export const AdminComment = z
  .object({
    id: Id,
    content: z.string(),
    user: z.object({ username: z.string() }),
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

export const commentsContract = {
  listPromptComments: onPrompt.list,
  postPromptComment: onPrompt.post,
  closePromptComments: onPrompt.close,
  listToolComments: onTool.list,
  postToolComment: onTool.post,
  closeToolComments: onTool.close,
  listComparisonComments: onComparison.list,
  postComparisonComment: onComparison.post,
  closeComparisonComments: onComparison.close,
  editComment: createRoute({
    method: 'patch',
    path: '/api/comments/{id}',
    security: forMembers,
    tags: ['Comments'],
    summary: 'Edits your own comment within 15 minutes of posting it',
    request: { ...byId, body: jsonBody(CommentEdit) },
    responses: { ...okOrNotFound(Comment, 'The comment.'), ...errors(401, 403, 409) },
  }),
  deleteComment: createRoute({
    method: 'delete',
    path: '/api/comments/{id}',
    security: forMembers,
    tags: ['Comments'],
    summary: 'Deletes your own comment; its replies stay',
    request: byId,
    responses: { ...noContent('The comment is deleted.'), ...errors(401, 403, 404) },
  }),
}
