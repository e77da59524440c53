import { Link } from '@tanstack/react-router'
import type { AdminComment } from '#features/comments/contract.ts'
import { outcomeNames } from '#features/comments/rules.ts'
import { CommentText } from '#features/comments/web/comment-text.tsx'
import { shorten } from '#lib/shorten.ts'
import { t } from '#lib/texts.ts'
import { rich } from '#ui/rich.ts'
import { WhyRemoved } from './why-removed.tsx'

const titleMax = 120

/** Returns the beginning of a comment, which is its title in a list. */
export function commentTitle({ content }: Pick<AdminComment, 'content'>): string {
  return shorten(content.replace(/\s+/g, ' '), titleMax)
}

/**
 * Shows the moderator a comment: why it was removed, its text (unless the row's title already shows it all), its report
 * of use, and a link to what it is about.
 */
export function CommentDetails({ comment: { content, usage, subject, removedReason } }: { comment: AdminComment }) {
  return (
    <div className="grid gap-3">
      <WhyRemoved reason={removedReason} />
      {content !== commentTitle({ content }) && <CommentText text={content} />}
      {usage && (
        <p className="text-ink-2 text-small">
          {t('{outcome} on {model}', { outcome: outcomeNames[usage.outcome], model: usage.model })}
        </p>
      )}
      {subject && <p>{rich('On {title}', { title: <SubjectLink subject={subject} /> })}</p>}
    </div>
  )
}

/** Links to what a comment is about. `id` is the slug of a prompt or tool, or the id of a comparison. */
function SubjectLink({ subject: { kind, id, title } }: { subject: NonNullable<AdminComment['subject']> }) {
  const linkProps = { className: 'link', hash: 'comments' }
  if (kind === 'tool')
    return (
      <Link to="/tools/$slug" params={{ slug: id }} {...linkProps}>
        <bdi>{title}</bdi>
      </Link>
    )
  if (kind === 'comparison')
    return (
      <Link to="/compare/$id" params={{ id }} {...linkProps}>
        <bdi>{title}</bdi>
      </Link>
    )
  return (
    <Link to="/prompt/$slug" params={{ slug: id }} {...linkProps}>
      <bdi>{title}</bdi>
    </Link>
  )
}
