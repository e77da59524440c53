import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { t } from '#lib/texts.ts'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { writeStored } from './browser-storage.ts'
import { goToSignIn } from './go-to-sign-in.ts'
import { refreshIfOlder, refreshUser, userMaxAge } from './session-lifecycle.ts'
import { useSession } from './session-store.ts'

const ranks = { user: 0, moderator: 1, admin: 2 }

/**
 * A page for members, or for members with at least this role. Until the browser knows who is signed in, shows
 * “Verifying authentication...”, or why checking failed. Sends visitors to the login page, which returns here. The
 * server checks permissions in any case.
 */
export function Protected({ role = 'user', children }: { role?: User['role']; children: (user: User) => ReactNode }) {
  const router = useRouter()
  const session = useSession()
  const wasSignedIn = useRef(false)
  const { state, user } = session

  useEffect(() => {
    refreshIfOlder(userMaxAge.protectedMs)
  }, [])

  useEffect(() => {
    if (state === 'signedIn') wasSignedIn.current = true
    // A user who logs out or deletes their account on this page is already being sent to the home page.
    if (state !== 'signedOut' || (wasSignedIn.current && session.byLogout)) return
    const { pathname, searchStr } = router.state.location
    writeStored('lastVisitedUrl', pathname + searchStr)
    goToSignIn(router, undefined, { replace: true })
  }, [router, session, state])

  if (!user) return <Verifying failure={state === 'loading' ? session.failure : undefined} />
  return ranks[user.role] < ranks[role] ? <ForbiddenPage /> : children(user)
}

/** Shown until the browser knows who is signed in, or why checking failed. */
export function Verifying({ failure }: { failure?: Error }) {
  return (
    <div className="wrap pt-10">
      {failure ? (
        <LoadFailure title={t('We couldn’t check who is signed in')} error={failure} onRetry={() => refreshUser()} />
      ) : (
        <>
          <p role="status" className="flex items-center gap-3 text-ink-2">
            <span className="js-only">
              <Spinner />
            </span>
            {t('Verifying authentication...')}
          </p>
          <p className="mt-4 hidden noscript:block">
            {t('This page is for members, and signing in needs JavaScript. You can read published prompts without it.')}
          </p>
        </>
      )}
    </div>
  )
}

/** Shown instead of a page that needs a higher role. */
function ForbiddenPage() {
  return (
    <div className="wrap pt-10">
      <section className="rounded-2 border border-hair bg-raised p-5 sm:px-6 sm:py-8">
        <h1 className="text-h2">{t('You don’t have access to this page')}</h1>
        <p className="mt-2 mb-4 text-ink-2">
          {t('Only the people who run this site can open it. If you need access, ask an admin.')}
        </p>
        <Link to="/" className="btn btn-primary">
          {t('Back to Home')}
        </Link>
      </section>
    </div>
  )
}
