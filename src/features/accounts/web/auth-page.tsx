import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { invitationMissing } from '#features/accounts/registration-rules.ts'
import { purposeOfPath } from '#features/accounts/sign-in-purpose-rules.ts'
import { t } from '#lib/texts.ts'
import { Tabs } from '#ui/layout/tabs.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { AccountBenefits } from './account-benefits.tsx'
import { readStored } from './browser-storage.ts'
import { LoginForm } from './login-form.tsx'
import { readPendingTexts } from './pending-action.ts'
import { RegisterForm } from './register-form.tsx'
import { ResendEmail } from './resend-email.tsx'
import { mustConfirmFirst, rememberReturn, returnFromSignIn, returnSoon } from './return-from-sign-in.ts'
import { refreshUser } from './session-lifecycle.ts'
import { useSession } from './session-store.ts'
import { useLogOut } from './use-log-out.ts'
import './auth-page.css'

type Props = {
  siteName: string
  tab: 'login' | 'register'
  /** Returns the other sign-in methods, which are shown below the login form. */
  otherMethods: (onSignedIn: () => void, invitation?: string) => ReactNode
  /** Unset if everybody may create an account. */
  registration?: 'invite' | 'closed'
  /** Reads the token of an invitation from the URL's fragment. */
  invitationTokenIn: (hash: string) => string | undefined
  /**
   * Returns the form that asks for the code of a second factor. `ticket` is what the server returned for a correct
   * password.
   */
  codeForm: (step: { ticket: string; onSignedIn: () => void; onBack: () => void }) => ReactNode
  /** Returns what is shown below the form about the page (a path) for which somebody signs in. */
  belowForm?: (path: string) => ReactNode
}

/**
 * The page to sign in or register. Signed-in users are redirected immediately, unless they must confirm their address
 * first.
 */
export function AuthPage({
  siteName,
  tab: requestedTab,
  otherMethods,
  registration,
  invitationTokenIn,
  codeForm,
  belowForm,
}: Props) {
  const tab = registration === 'closed' ? 'login' : requestedTab
  const router = useRouter()
  const session = useSession()
  const { state, user } = session
  const failure = state === 'loading' ? session.failure : undefined
  const mustConfirm = mustConfirmFirst(user)
  const signedInHere = useRef(false)
  const { purpose, nextStep, path } = useSignInReason()
  const [ticket, setTicket] = useState<string | null>(null)

  const [invitation, setInvitation] = useState<string>()
  // The fragment may contain the token of an invitation, or the path to return to after signing in.
  useEffect(() => {
    const readFragment = () => {
      setInvitation((current) => invitationTokenIn(location.hash) ?? current)
      rememberReturn(location.hash)
    }
    readFragment()
    // If an invitation link is opened while this page is open, only the fragment changes.
    addEventListener('hashchange', readFragment)
    return () => removeEventListener('hashchange', readFragment)
  }, [invitationTokenIn])

  const onSignedIn = useCallback(() => {
    signedInHere.current = true
    returnSoon(router)
  }, [router])

  useEffect(() => {
    if (state === 'signedIn' && !mustConfirm && !signedInHere.current) returnFromSignIn(router)
  }, [router, state, mustConfirm])

  const registerPanel =
    registration === 'invite' && !invitation ? (
      <p className="mt-8">{invitationMissing()}</p>
    ) : (
      <RegisterForm invitation={invitation} onSignedIn={onSignedIn} />
    )
  const showsForm = state === 'signedOut' || signedInHere.current
  return (
    // This element is at least as tall as the window, so that the footer doesn't move when the form appears.
    <div className="wrap min-h-svh pt-5 side:pt-10">
      <div className="auth">
        <section>
          <h1 className="text-h2">{ticket === null ? headingOf(siteName, tab, purpose) : t('One more step')}</h1>
          {nextStep && <p className="mt-2 text-ink-2">{nextStep}</p>}
          {ticket !== null ? (
            codeForm({ ticket, onSignedIn, onBack: () => setTicket(null) })
          ) : mustConfirm ? (
            <ConfirmFirst />
          ) : showsForm ? (
            <Tabs
              label={t('Login or register')}
              tabs={[
                {
                  id: 'login',
                  label: t('Login'),
                  panel: (
                    <LoginForm
                      onSignedIn={onSignedIn}
                      onCodeRequired={setTicket}
                      otherMethods={otherMethods(onSignedIn, invitation)}
                      registration={registration}
                    />
                  ),
                },
                ...(registration === 'closed' ? [] : [{ id: 'register', label: t('Register'), panel: registerPanel }]),
              ]}
              selected={tab}
              onSelect={(id) =>
                router.navigate({
                  to: '/auth',
                  search: { tab: id === 'register' ? id : undefined },
                  replace: true,
                  resetScroll: false,
                })
              }
            />
          ) : failure ? (
            <div className="mt-8">
              <LoadFailure
                title={t('We couldn’t check who is signed in')}
                error={failure}
                onRetry={() => refreshUser()}
              />
            </div>
          ) : (
            <div role="status" className="mt-8 flex items-center gap-3 text-ink-2">
              <Spinner />
              {t('Checking whether you are signed in...')}
            </div>
          )}
          {path && belowForm?.(path)}
          <noscript>
            <p className="mt-4">{t('Signing in needs JavaScript. Everything else here works without it.')}</p>
          </noscript>
        </section>
        {/* On narrow screens, the benefits would move when the form above them appears. */}
        <AccountBenefits className={showsForm || mustConfirm ? undefined : 'max-side:hidden'} />
      </div>
    </div>
  )
}

function headingOf(siteName: string, tab: 'login' | 'register', purpose?: string): string {
  if (tab === 'login')
    return purpose ? t('Sign in to {purpose}', { purpose }) : t('Sign in to {siteName}', { siteName })
  return purpose ? t('Join {siteName} to {purpose}', { siteName, purpose }) : t('Join {siteName}', { siteName })
}

/** Asks members of a closed site to confirm their email address, and is shown until they have done so. */
function ConfirmFirst() {
  const logOut = useLogOut()
  return (
    <div className="mt-8 grid justify-items-start gap-4" role="status">
      <p>
        {t('Open the link in our email, in this browser, to confirm your address. After that you can use the site.')}
      </p>
      <ResendEmail />
      <button type="button" className="btn" onClick={logOut}>
        {t('Log out')}
      </button>
    </div>
  )
}

/** Why somebody is on the login page: what they sign in for, what happens afterwards, and the path that they return to. */
type SignInReason = { purpose?: string; nextStep?: string; path?: string }

/**
 * Returns the reason that is stored in this tab. The reason is empty in the server's HTML, which is the same for
 * everybody.
 */
function useSignInReason(): SignInReason {
  const [reason, setReason] = useState<SignInReason>({})
  useLayoutEffect(() => {
    rememberReturn(location.hash)
    const path = readStored('redirectAfterLogin') ?? undefined
    const purpose = purposeOfPath(path ?? null) ?? undefined
    setReason({ ...(readPendingTexts() ?? { purpose }), path })
  }, [])
  return reason
}
