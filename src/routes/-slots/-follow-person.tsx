import { useSession } from '#features/accounts/web/session-store.ts'
import { FollowButton } from '#features/following/web/follow-button.tsx'

/** The button for following a member in a list of people. Members don't see it for themselves. */
export function FollowPerson({ username }: { username: string }) {
  const { user } = useSession()
  return user?.username === username ? null : <FollowButton kind="person" name={username} title={username} />
}
