import { sql } from 'kysely'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { msg, t } from '#lib/texts.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { CaseSubject } from '#platform/reportable.ts'
import type { AdminComment } from '../contract.ts'
import { isTrusted, trust } from '../trust-rules.ts'
import type { CommentHooks } from './comment-context.ts'
import { isThreadClosedTo, isVisibleTo } from './comment-visibility.ts'
import { lockCommenters } from './lock-commenters.ts'
import { hideComment, removeComment } from './remove-comment.ts'
import { showComment } from './show-comment.ts'
import { readTrustFacts } from './trust-queries.ts'

/**
 * Selects a comment as JSON from `commentSource`. The subject is null if it is a prompt that isn't published, or a
 * comparison that is neither published nor shared.
 */
export const commentColumn = sql<AdminComment>`
  jsonb_build_object('id', c.id, 'content', c.content, 'user', jsonb_build_object('username', u.display_username),
    'state', c.state, 'removedReason', c.removed_reason, 'createdAt', c.created_at, 'editedAt', c.edited_at,
    'usage', case when c.outcome is not null
      then jsonb_build_object('outcome', c.outcome, 'model', c.model, 'version', c.version) end,
    'subject', case
      when ${isPublished} then jsonb_build_object('kind', 'prompt', 'id', p.slug, 'title', p.title)
      when tool.id is not null then jsonb_build_object('kind', 'tool', 'id', tool.slug, 'title', tool.name)
      when comparison.published_at is not null or comparison.shared_at is not null
        then jsonb_build_object('kind', 'comparison', 'id', comparison.id, 'title', 'A comparison') end)`
export const commentSource = sql`
  comments c join users u on u.id = c.user_id join comment_threads t on t.id = c.thread_id
  left join prompts p on p.id = t.prompt_id left join tools tool on tool.id = t.tool_id
  left join comparisons comparison on comparison.user_id = t.comparison_owner and comparison.id = t.comparison_id`

/** Converts a comment's times from PostgreSQL's format to the API's. */
export function toAdminComment(comment: AdminComment): AdminComment {
  const { createdAt, editedAt } = comment
  return {
    ...comment,
    createdAt: new Date(createdAt).toISOString(),
    editedAt: editedAt && new Date(editedAt).toISOString(),
  }
}

/** The condition for threads (`t` in the query) about a prompt that only groups may read: moderators can't decide there. */
const isAboutShared = sql`exists (select from prompts p where p.id = t.prompt_id and p.status = 'shared')`

/** Shown comments. Several reports hide a comment by an author without trust until a moderator decides. */
export const reportableComment = (hooks: CommentHooks): CaseSubject<AdminComment> => ({
  ownHint: msg('This comment is your own. You can delete it.'),
  async find(tx, member, id) {
    await lockReportedComment(tx, id)
    const { rows } = await sql<{ userId: string }>`
      select c.user_id from comments c join comment_threads t on t.id = c.thread_id
      where c.id = ${id} and c.state = 'shown' and ${isVisibleTo(member, hooks)} and not ${isAboutShared}`.execute(tx)
    if (!rows[0]) throw notFound(t('This comment'))
    return { id, authorId: rows[0].userId }
  },
  reported: () => sql`
    select ${commentColumn} as part, c.user_id as author_id, c.state = 'shown' as is_shown,
      coalesce(c.edited_at <= rc.decided_at, true) as is_unchanged
    from ${commentSource} where c.id = rc.comment_id`,
  visibleTo: ({ id }) => sql`
    select from comments c join comment_threads t on t.id = c.thread_id
    where c.id = rc.comment_id and not ${isThreadClosedTo(id)}`,
  toPart: toAdminComment,
  lock: lockReportedComment,
  hide: (tx, _, { id, reason }) => removeComment(tx, id, reason),
  async restore(tx, _, { id, now }) {
    await showComment({ hooks, now: () => now }, tx, id, ['removed'])
    return false
  },
  /** Reports may have hidden the comment, and its author may have edited it since then. */
  async keep(tx, { id, seenEditedAt, now }) {
    const { state, ...comment } = await lockCommentOrThrow(tx, id)
    if (state !== 'waiting') return
    requireUnedited(comment, seenEditedAt)
    await showComment({ hooks, now: () => now }, tx, id, ['waiting'])
  },
  hiding: {
    reports: trust.reportsToHide,
    minAgeHours: trust.newHours,
    applies: async (tx, authorId, now) => !isTrusted(await readTrustFacts(tx, authorId, now), now),
    readEditedAt: async (tx, id) => (await lockCommentOrThrow(tx, id)).editedAt,
    hide: hideComment,
  },
})

async function lockReportedComment(tx: Tx, id: string): Promise<void> {
  await lockCommenters(tx, id)
  await sql`select from comments where id = ${id} for no key update`.execute(tx)
}

type LockedComment = { userId: string; state: AdminComment['state']; editedAt: Date | null }

/** Locks a comment, so that only one moderator decides on it at a time. Throws AppError not_found. */
export async function lockCommentOrThrow(tx: Tx, id: string): Promise<LockedComment> {
  const { rows } = await sql<LockedComment>`
    select c.user_id, c.state, c.edited_at from comments c where c.id = ${id} for no key update`.execute(tx)
  if (!rows[0]) throw notFound(t('This comment'))
  return rows[0]
}

/**
 * Checks that the comment wasn't edited after the moderator read it. `seen` is the `editedAt` that they saw. Throws
 * AppError conflict.
 */
export function requireUnedited({ editedAt }: Pick<LockedComment, 'editedAt'>, seen: string | null): void {
  if ((editedAt?.toISOString() ?? null) !== seen)
    throw new AppError(
      'conflict',
      t('The author has edited this comment since you opened it. Read it again and decide.'),
    )
}
