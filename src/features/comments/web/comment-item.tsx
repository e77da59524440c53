import { type ReactNode, useState } from 'react'
import type { ReportSlot } from '#client/report-slot.ts'
import type { User } from '#features/accounts/contract.ts'
import { AuthorLink } from '#features/catalogue/web/author-link.tsx'
import { shorten } from '#lib/shorten.ts'
import { usDate } from '#lib/us-date.ts'
import { Deferred } from '#ui/deferred.tsx'
import type { Comment, CommentPage, Reply } from '../contract.ts'
import { isEditable, outcomeNames } from '../rules.ts'
import type { CommentList } from './comment-queries.ts'
import { CommentText } from './comment-text.tsx'
import { DeleteButton } from './delete-button.tsx'
import { loadCommentForm, WriteButton } from './write-button.tsx'

export type LoadReportButton = () => Promise<ReportSlot>
/** How many characters of a comment its report shows. */
const reportedMax = 200

type Props = {
  list: CommentList
  page: Pick<CommentPage, 'closed' | 'version'>
  user: User | null
  loadReport: LoadReportButton
}

/** Shows a comment with its replies. */
export function CommentItem({ comment, ...props }: Props & { comment: Comment }) {
  const canReply = comment.state === 'shown' && !props.page.closed
  return (
    <li className="border-hair border-b py-4">
      <CommentView comment={comment} {...props}>
        {canReply && <WriteButton list={props.list} page={props.page} replyTo={comment} />}
      </CommentView>
      {comment.answers.length > 0 && (
        <ol className="mt-3 grid gap-4 border-hair border-l-2 pl-4" aria-label="Replies">
          {comment.answers.map((reply) => (
            <li key={reply.id}>
              <CommentView comment={reply} {...props} />
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}

/**
 * Shows a comment without its replies. `children` is the Reply button. It comes first, so that it doesn't move when
 * the session is known and the other buttons appear.
 */
function CommentView({
  comment,
  list,
  page,
  user,
  loadReport,
  children,
}: Props & { comment: Reply; children?: ReactNode }) {
  const [isEditing, setEditing] = useState(false)
  const { id, content, state, removedReason } = comment
  if (comment.user === null) return <p className="text-ink-2">{placeholders[state]}</p>
  const isOwn = user?.username === comment.user.username
  if (isEditing) {
    const done = () => setEditing(false)
    return <Deferred load={loadCommentForm} props={{ list, page, editOf: comment, onDone: done }} />
  }
  return (
    <article aria-label={`Comment by ${comment.user.username}`} className="grid gap-2">
      <CommentHead comment={comment} username={comment.user.username} />
      <CommentText text={content} />
      {removedReason && (
        <p className="text-ink-2 text-small">
          A moderator removed it: <bdi>{removedReason}</bdi>
        </p>
      )}
      <div className="flex flex-wrap gap-2 has-[form]:block">
        {children}
        {user && isOwn && isEditable(comment, Date.now()) && (
          <button type="button" className="btn" onClick={() => setEditing(true)}>
            Edit
          </button>
        )}
        {user && isOwn && state !== 'removed' && <DeleteButton id={id} list={list} />}
        {user && !isOwn && state === 'shown' && (
          <Deferred
            load={loadReport}
            props={{
              target: { commentId: id },
              noun: 'comment',
              title: shorten(content, reportedMax),
              children: 'Report',
            }}
            placeholder={null}
            failure={null}
          />
        )}
      </div>
    </article>
  )
}

/** What the reader sees instead of a hidden comment, by its state. A block or a mute hides a `shown` one. */
const placeholders = {
  deleted: 'Its author deleted this comment.',
  removed: 'A moderator removed this comment.',
  waiting: 'This comment is waiting for a moderator.',
  shown: 'This comment is hidden.',
} as const

function CommentHead({ comment, username }: { comment: Reply; username: string }) {
  const { usage, byAuthor, state, createdAt, editedAt } = comment
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
      <AuthorLink username={username} />
      {byAuthor && <span className="badge">Author</span>}
      <span className="text-ink-2">
        <time dateTime={createdAt}>{usDate(createdAt)}</time>
        {editedAt && ', edited'}
      </span>
      {usage && (
        <span className="font-semibold" dir="auto">
          {`${outcomeNames[usage.outcome]} on ${usage.model}${usage.version === null ? '' : `, version ${usage.version}`}`}
        </span>
      )}
      {usage && byAuthor && <span className="text-ink-2">Not counted</span>}
      {state === 'waiting' && <span className="badge">Waiting for a moderator</span>}
      {state === 'removed' && <span className="badge">Removed</span>}
    </p>
  )
}
