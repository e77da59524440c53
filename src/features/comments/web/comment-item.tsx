import { type ReactNode, useState } from 'react'
import type { ReportSlot } from '#client/report-slot.ts'
import type { User } from '#features/accounts/contract.ts'
import { AuthorLink } from '#features/catalogue/web/author-link.tsx'
import { shorten } from '#lib/shorten.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { Deferred } from '#ui/lists/deferred.tsx'
import { Moment } from '#ui/moment.tsx'
import { rich } from '#ui/rich.ts'
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
        <ol className="mt-3 grid gap-4 border-hair border-l-2 pl-4" aria-label={t('Replies')}>
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
  if (comment.user === null) return <p className="text-ink-2">{translate(placeholders[state])}</p>
  const isOwn = user?.username === comment.user.username
  if (isEditing) {
    const done = () => setEditing(false)
    return <Deferred load={loadCommentForm} props={{ list, page, editOf: comment, onDone: done }} />
  }
  return (
    <article aria-label={t('Comment by {username}', { username: comment.user.username })} className="grid gap-2">
      <CommentHead comment={comment} username={comment.user.username} />
      <CommentText text={content} />
      {removedReason && (
        <p className="text-ink-2 text-small">
          {rich('A moderator removed it: {removedReason}', { removedReason: <bdi>{removedReason}</bdi> })}
        </p>
      )}
      <div className="flex flex-wrap gap-2 has-[form]:block">
        {children}
        {user && isOwn && isEditable(comment, Date.now()) && (
          <button type="button" className="btn" onClick={() => setEditing(true)}>
            {t('Edit')}
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
              children: t('Report'),
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
  deleted: msg('Its author deleted this comment.'),
  removed: msg('A moderator removed this comment.'),
  waiting: msg('This comment is waiting for a moderator.'),
  shown: msg('This comment is hidden.'),
} as const

function describeUsage({ outcome, model, version }: NonNullable<Reply['usage']>): string {
  const values = { outcome: outcomeNames[outcome], model }
  if (version === null) return t('{outcome} on {model}', values)
  return t('{outcome} on {model}, version {version}', { ...values, version })
}

function CommentHead({ comment, username }: { comment: Reply; username: string }) {
  const { usage, byAuthor, state, createdAt, editedAt } = comment
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
      <AuthorLink username={username} />
      {byAuthor && <span className="badge">{t('Author')}</span>}
      <span className="text-ink-2">
        {editedAt ? rich('{moment}, edited', { moment: <Moment time={createdAt} /> }) : <Moment time={createdAt} />}
      </span>
      {usage && (
        <span className="font-semibold" dir="auto">
          {describeUsage(usage)}
        </span>
      )}
      {usage && byAuthor && <span className="text-ink-2">{t('Not counted')}</span>}
      {state === 'waiting' && <span className="badge">{t('Waiting for a moderator')}</span>}
      {state === 'removed' && <span className="badge">{t('Removed')}</span>}
    </p>
  )
}
