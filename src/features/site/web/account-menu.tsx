import { Link } from '@tanstack/react-router'
import { writeStored } from '#features/accounts/web/browser-storage.ts'
import { useSession } from '#features/accounts/web/session-store.ts'
import { t } from '#lib/texts.ts'
import { Deferred } from '#ui/lists/deferred.tsx'

const loadMenu = () => import('./user-menu.tsx').then(({ UserMenu }) => UserMenu)

/**
 * The account part of the header: buttons for visitors, or the credits and user menu, which load only for members. The
 * HTML always has the buttons. public/early.js hides them before the first paint if somebody may be signed in.
 */
export function AccountMenu() {
  const { user } = useSession()
  return (
    <div className="account">
      {user ? (
        <Deferred load={loadMenu} props={{ user }} />
      ) : (
        <>
          <Link to="/create-prompt" className="btn btn-bare signed-out max-lg:hidden">
            {t('Create Prompt')}
          </Link>
          <SignInLink className="btn signed-out" />
        </>
      )}
    </div>
  )
}

/** The link to the sign-in page. A click discards earlier return paths and a pending action: they no longer apply. */
export function SignInLink({ className }: { className: string }) {
  const forgetReturnPaths = () => {
    for (const key of ['redirectAfterLogin', 'lastVisitedUrl', 'pendingAction'] as const) writeStored(key, null)
  }
  return (
    <Link to="/auth" className={className} onClick={forgetReturnPaths}>
      {t('Sign In')}
    </Link>
  )
}
