import { Link, useRouteContext } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { FailureNote } from '#ui/note.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { ApiError } from '#web/api-error.ts'
import { AuthPanel } from './auth-panel.tsx'
import { DeadLink, isDeadLink, notWhole, useLetterToken } from './letter-token.tsx'
import { refreshUser } from './session-life.ts'
import { readSession } from './session-store.ts'

/** Confirms an e-mail address by the link of a letter, as soon as it is opened. */
export function VerifyPage() {
  const { api } = useRouteContext({ from: '__root__' })
  const token = useLetterToken()
  const [confirmed, setConfirmed] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)

  const confirm = useCallback(() => {
    if (!token) return
    setFailure(null)
    api('POST /api/email/verify', { body: { token } }).then(() => {
      setConfirmed(true)
      if (readSession().user) refreshUser()
    }, setFailure)
  }, [api, token])
  useEffect(confirm, [confirm])

  const isDead = token === null || (failure !== null && isDeadLink(failure))
  return (
    <AuthPanel title="Confirm your email">
      {isDead ? (
        <DeadLink reason={failure?.message ?? notWhole} to="/settings" label="Send a new letter from your settings" />
      ) : failure ? (
        <FailureNote
          title={failure.message}
          action={
            <button type="button" className="btn" onClick={confirm}>
              Try again
            </button>
          }
        />
      ) : (
        <div role="status">
          {confirmed ? (
            <>
              <p className="mb-5">Your email address is confirmed. Thank you.</p>
              <Link to="/" className="btn btn-key">
                Back to Home
              </Link>
            </>
          ) : (
            <p className="flex items-center gap-3 text-ink-2">
              <Spinner />
              Confirming...
            </p>
          )}
        </div>
      )}
    </AuthPanel>
  )
}
