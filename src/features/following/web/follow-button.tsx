import type { FollowKind } from '#features/following/rules.ts'
import { MarkButton } from '#ui/mark-button.tsx'

type Props = {
  kind: FollowKind
  /** The username of a person, the id of a prompt or collection, the slug of a category, or a tag. */
  name: string
  /** What is followed, for screen readers, if the button's place doesn't say it. */
  title?: string
  className?: string
}

/** Follows a person, prompt, category, tag or collection, so that the reader is notified of what is new. */
export function FollowButton({ kind, name, title, className = 'btn' }: Props) {
  return (
    <MarkButton kind="follow" id={`${kind}:${name}`} value={1} icon="bell" className={className}>
      {(isFollowed) => (
        <>
          {isFollowed ? 'Following' : 'Follow'}
          {title && <span className="sr-only"> {title}</span>}
        </>
      )}
    </MarkButton>
  )
}
