import type { FollowKind } from '#features/following/rules.ts'
import { ReactionButton } from '#ui/reaction-button.tsx'

type Props = {
  kind: FollowKind
  /** The username of a person, the id of a prompt or collection, the slug of a category, or a tag. */
  name: string
  /** The name of the target, for screen readers, if it isn't clear from the context. */
  title?: string
  className?: string
}

/** The button to follow a person, prompt, category, tag or collection. */
export function FollowButton({ kind, name, title, className = 'btn' }: Props) {
  return (
    <ReactionButton kind="follow" id={`${kind}:${name}`} value={1} icon="bell" className={className}>
      {(isFollowed) => (
        <>
          {isFollowed ? 'Following' : 'Follow'}
          {title && <span className="sr-only"> {title}</span>}
        </>
      )}
    </ReactionButton>
  )
}
