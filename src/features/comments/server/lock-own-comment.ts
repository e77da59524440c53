import { sql } from 'kysely'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { CommentContext } from './comment-context.ts'
import { isShownWithSubject, isThreadClosedTo, isVisibleTo } from './comment-visibility.ts'

type OwnComment = {
  id: string
  threadId: string
  parentId: string | null
  content: string
  state: 'shown' | 'waiting' | 'removed' | 'deleted'
  model: string | null
  createdAt: Date
  promptId: string | null
  /** The prompt's current version. */
  version: number | null
}

/**
 * Locks a member's own comment. Throws AppError forbidden for somebody else's comment, or not_found if the member can't
 * see that one.
 */
export async function lockOwnCommentOrThrow(
  tx: Tx,
  { hooks }: Pick<CommentContext, 'hooks'>,
  member: Member,
  id: string,
): Promise<OwnComment> {
  const { rows } = await sql<OwnComment>`
    select c.id, c.thread_id, c.parent_id, c.content, c.state, c.model, c.created_at, t.prompt_id, p.version
    from comments c join comment_threads t on t.id = c.thread_id left join prompts p on p.id = t.prompt_id
    where c.id = ${id} and c.user_id = ${member.id} and not ${isThreadClosedTo(member.id)} for no key update of c`.execute(
    tx,
  )
  if (rows[0]) return rows[0]
  // Moderators also see waiting comments, whatever they are about.
  const { rows: others } = await sql`
    select from comments c join comment_threads t on t.id = c.thread_id
    where c.id = ${id} and ${isVisibleTo(member, hooks)} and not ${isThreadClosedTo(member.id)}
      and (c.state = 'waiting' or ${isShownWithSubject(member.id)})`.execute(tx)
  if (others.length === 0) throw notFound(t('This comment'))
  throw new AppError('forbidden', t('Somebody else wrote this comment. You can change and delete only your own.'))
}
