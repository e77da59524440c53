import type { FollowKind } from '#features/following/rules.ts'
import { t } from '#lib/texts.ts'
import { ReactionButton } from '#ui/reaction-button.tsx'

type Props = {
  kind: FollowKind
  /** The username of a person, the id of a prompt or collection, the slug of a category, or a tag. */
  name: string
  /** What is followed, in words for screen readers, if the context doesn't make it clear. */
  title?: string
  className?: string
}

/** Shows the button for following a person, prompt, category, tag or collection. */
export function FollowButton({ kind, name, title, className = 'btn' }: Props) {
  return (
    <ReactionButton kind="follow" id={`${kind}:${name}`} value={1} icon="bell" className={className}>
      {(isFollowed) => (
        <>
          {isFollowed ? t('Following') : t('Follow')}
          {title && <span className="sr-only"> {title}</span>}
        </>
      )}
    </ReactionButton>
  )
}
