import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { type Member, requireMember } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { inTransaction } from '#platform/database/db.ts'
import { commentsContract as contract } from '../contract.ts'
import type { SubjectKind } from '../rules.ts'
import { closeComments } from './close-comments.ts'
import type { CommentContext } from './comment-context.ts'
import { commentChangesPerMember } from './comment-limits.ts'
import { listComments } from './comment-queries.ts'
import { editComment } from './edit-comment.ts'
import { lockOwnCommentOrThrow } from './lock-own-comment.ts'
import { postComment } from './post-comment.ts'
import { recordChangeOf } from './show-comment.ts'

const toSubjectRef = (kind: SubjectKind, { id }: { id: string }) => ({ kind, idOrSlug: id })

/** Creates the endpoints of comments. */
export function commentsRoutes(context: CommentContext): Api {
  const api = createApi()
  api.openapi(contract.listPromptComments, async (c) =>
    c.json(
      await listComments(context, c.get('actor'), toSubjectRef('prompt', c.req.valid('param')), c.req.valid('query')),
      200,
    ),
  )
  api.openapi(contract.listToolComments, async (c) =>
    c.json(
      await listComments(context, c.get('actor'), toSubjectRef('tool', c.req.valid('param')), c.req.valid('query')),
      200,
    ),
  )
  api.openapi(contract.listComparisonComments, async (c) => {
    const subject = toSubjectRef('comparison', c.req.valid('param'))
    return c.json(await listComments(context, c.get('actor'), subject, c.req.valid('query')), 200)
  })
  api.openapi(contract.postPromptComment, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json(
      await postComment(context, member, toSubjectRef('prompt', c.req.valid('param')), c.req.valid('json')),
      201,
    )
  })
  api.openapi(contract.postToolComment, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json(
      await postComment(context, member, toSubjectRef('tool', c.req.valid('param')), c.req.valid('json')),
      201,
    )
  })
  api.openapi(contract.postComparisonComment, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json(
      await postComment(context, member, toSubjectRef('comparison', c.req.valid('param')), c.req.valid('json')),
      201,
    )
  })
  api.openapi(contract.closePromptComments, async (c) => {
    const member = requireMember(c.get('actor'))
    const { closed } = c.req.valid('json')
    return c.json(await closeComments(context, member, toSubjectRef('prompt', c.req.valid('param')), closed), 200)
  })
  api.openapi(contract.closeToolComments, async (c) => {
    const member = requireMember(c.get('actor'))
    const { closed } = c.req.valid('json')
    return c.json(await closeComments(context, member, toSubjectRef('tool', c.req.valid('param')), closed), 200)
  })
  api.openapi(contract.closeComparisonComments, async (c) => {
    const member = requireMember(c.get('actor'))
    const { closed } = c.req.valid('json')
    return c.json(await closeComments(context, member, toSubjectRef('comparison', c.req.valid('param')), closed), 200)
  })
  api.openapi(contract.editComment, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json(await editComment(context, member, c.req.valid('param').id, c.req.valid('json')), 200)
  })
  api.openapi(contract.deleteComment, async (c) => {
    await deleteComment(context, requireMember(c.get('actor')), c.req.valid('param').id)
    return c.body(null, 204)
  })
  return api
}

/**
 * Deletes a member's own comment. Its replies stay. A repeated call changes nothing. Throws AppError
 * authentication_required, forbidden (somebody else's), not_found or rate_limited.
 */
async function deleteComment(context: CommentContext, member: Member, id: string): Promise<void> {
  await context.limits.take(commentChangesPerMember, member.id)
  await inTransaction(context.db, async (tx) => {
    await lockWriter(tx, member)
    const { state } = await lockOwnCommentOrThrow(tx, context, member, id)
    // A removed comment stays marked as removed.
    if (state === 'deleted' || state === 'removed') return
    await tx.updateTable('comments').set({ state: 'deleted', deletedAt: context.now() }).where('id', '=', id).execute()
    await recordChangeOf(tx, id)
  })
}
