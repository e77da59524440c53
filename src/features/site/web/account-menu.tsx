import { Link } from '@tanstack/react-router'
import { writeStored } from '#features/accounts/web/browser-storage.ts'
import { useSession } from '#features/accounts/web/session-store.ts'
import { Deferred } from '#ui/deferred.tsx'

const loadMenu = () => import('./user-menu.tsx').then(({ UserMenu }) => UserMenu)

/**
 * The corner of the header that is a person's: the Sign In button, or credits and user menu, which are loaded for members only.
 * The page's HTML always has the button; public/early.js hides it before the first paint where somebody may be in.
 */
export function AccountMenu() {
  const { user } = useSession()
  return (
    <div className="account">
      {user ? <Deferred load={loadMenu} props={{ user }} /> : <SignInLink className="btn signed-out" />}
    </div>
  )
}

/** Leads to the sign-in. Where somebody was led away before, and what for, is no longer what they want. */
export function SignInLink({ className }: { className: string }) {
  const forget = () => {
    for (const key of ['redirectAfterLogin', 'lastVisitedUrl', 'pendingAct'] as const) writeStored(key, null)
  }
  return (
    <Link to="/auth" className={className} onClick={forget}>
      Sign In
    </Link>
  )
}
