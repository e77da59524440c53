import { Link, useRouteContext } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import type { ApiError } from '#client/api-error.ts'
import { t, translate } from '#lib/texts.ts'
import { FailureNote } from '#ui/note.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { AuthPanel } from './auth-panel.tsx'
import { InvalidLinkNote, incompleteLinkMessage, isInvalidLink, useLinkToken } from './email-link.tsx'
import { refreshUser } from './session-lifecycle.ts'
import { useSession } from './session-store.ts'

/**
 * Confirms an email address with an emailed link, if the user is signed in to the account with that address. Visitors
 * have to sign in first, because a click must not confirm an account that somebody else created with that address.
 */
export function VerifyPage() {
  const { api } = useRouteContext({ from: '__root__' })
  const token = useLinkToken()
  const session = useSession()
  const isSignedIn = session.state === 'signedIn'
  const [isConfirmed, setConfirmed] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)

  const confirm = useCallback(() => {
    if (!token || !isSignedIn) return
    setFailure(null)
    api('POST /api/email/verify', { body: { token } }).then(() => {
      setConfirmed(true)
      refreshUser()
    }, setFailure)
  }, [api, token, isSignedIn])
  useEffect(() => {
    if (!isConfirmed) confirm()
  }, [confirm, isConfirmed])

  const sessionFailure = session.state === 'loading' ? session.failure : undefined
  const isInvalid = token === null || (isSignedIn && failure !== null && isInvalidLink(failure))
  const problem = isInvalid ? (
    <InvalidLinkNote
      reason={failure?.message ?? translate(incompleteLinkMessage)}
      to="/settings"
      label={t('Open your settings')}
    />
  ) : session.state === 'signedOut' ? (
    <SignInFirst />
  ) : failure || sessionFailure ? (
    <FailureNote
      title={(failure ?? sessionFailure)?.message ?? ''}
      action={
        <button type="button" className="btn" onClick={failure ? confirm : refreshUser}>
          {t('Try again')}
        </button>
      }
    />
  ) : null
  return (
    <AuthPanel title={t('Confirm your email')}>
      {(!isConfirmed && problem) || (
        <div role="status">
          {isConfirmed ? (
            <>
              <p className="mb-5">{t('Your email address is confirmed. Thank you.')}</p>
              <Link to="/" className="btn btn-primary">
                {t('Back to Home')}
              </Link>
            </>
          ) : (
            <p className="flex items-center gap-3 text-ink-2">
              <Spinner />
              {t('Confirming...')}
            </p>
          )}
        </div>
      )}
    </AuthPanel>
  )
}

function SignInFirst() {
  return (
    <>
      <p className="mb-3">
        {t('Sign in to the account with this address first, then open the link from the email again.')}
      </p>
      <p className="mb-5 text-ink-2">
        {t('If you did not create the account, do nothing. To take it over, choose a new password.')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Link to="/auth" className="btn btn-primary">
          {t('Sign in')}
        </Link>
        <Link to="/auth/forgot" className="btn">
          {t('Choose a new password')}
        </Link>
      </div>
    </>
  )
}
