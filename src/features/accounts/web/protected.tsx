import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { LoadFailure } from '#ui/load-failure.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'
import { keep } from './kept-values.ts'
import { refreshIfOlder, refreshUser, userFresh } from './session-life.ts'
import { useSession } from './session-store.ts'
import { leadToSignIn } from './sign-in-lead.ts'

const ranks = { user: 0, moderator: 1, admin: 2 }

/**
 * A page for members, or for those with at least this role. Until the browser knows who is there it says that it looks;
 * who is not signed in goes to the sign-in and comes back afterwards. The server checks all the same.
 */
export function Protected({ role = 'user', children }: { role?: User['role']; children: (user: User) => ReactNode }) {
  const router = useRouter()
  const session = useSession()
  const shown = useRef(false)
  const { state, user } = session

  useEffect(() => {
    refreshIfOlder(userFresh.protectedMs)
  }, [])

  useEffect(() => {
    if (state === 'in') shown.current = true
    // Who logs out on this page is on the way to the home page already.
    if (state !== 'out' || (shown.current && session.byLogout)) return
    const { pathname, searchStr } = router.state.location
    keep('lastVisitedUrl', pathname + searchStr)
    leadToSignIn(router, undefined, { replace: true })
  }, [router, session, state])

  if (!user) return <Verifying failure={state === 'loading' ? session.failure : undefined} />
  return ranks[user.role] < ranks[role] ? <ForbiddenPage /> : children(user)
}

function Verifying({ failure }: { failure?: Error }) {
  return (
    <div className="wrap pt-10">
      {failure ? (
        <LoadFailure title="We could not check who is signed in" error={failure} onRetry={() => refreshUser()} />
      ) : (
        <>
          <p role="status" className="flex items-center gap-3 text-ink-2">
            <span className="js-only">
              <Spinner />
            </span>
            Verifying authentication...
          </p>
          <p className="mt-4 hidden noscript:block">
            This page is for members, and signing in needs JavaScript. You can read published prompts without it.
          </p>
        </>
      )}
    </div>
  )
}
