import { Link } from '@tanstack/react-router'
import { useSession } from '#features/accounts/web/session-store.ts'
import { FollowButton } from '#features/following/web/follow-button.tsx'
import { Deferred } from '#ui/deferred.tsx'

const loadBlockButtons = () => import('#features/blocks/web/block-buttons.tsx').then(({ BlockButtons }) => BlockButtons)

/**
 * The buttons of other features on a person's page. On their own page, members see a link to the page's settings
 * instead.
 */
export function PersonButtons({ username }: { username: string }) {
  const { user } = useSession()
  if (user?.username === username)
    return (
      <p className="min-h-10">
        <Link to="/settings" hash="page" className="btn">
          Edit your page
        </Link>
      </p>
    )
  return (
    <div className="flex min-h-10 flex-wrap gap-2">
      <FollowButton kind="person" name={username} title={username} />
      {user && <Deferred load={loadBlockButtons} props={{ username }} placeholder={null} />}
    </div>
  )
}
