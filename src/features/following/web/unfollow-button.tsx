import type { FollowKind } from '#features/following/rules.ts'
import { pressReaction, useReaction } from '#ui/reactions.ts'

/**
 * Shows a row's button in the list of what a member follows. Unlike `FollowButton`, its label says what a press does.
 */
export function UnfollowButton({ kind, name, title }: { kind: FollowKind; name: string; title: string }) {
  const id = `${kind}:${name}`
  const isFollowed = useReaction('follow', id) === 1
  return (
    <button
      type="button"
      className="btn"
      onClick={({ currentTarget }) => pressReaction('follow', id, 1, currentTarget)}
    >
      {isFollowed ? 'Unfollow' : 'Follow'}
      <span className="sr-only"> {title}</span>
    </button>
  )
}
