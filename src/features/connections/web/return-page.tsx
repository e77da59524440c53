import { Link, useRouteContext, useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { AuthPanel } from '#features/accounts/web/auth-panel.tsx'
import { returnSoon } from '#features/accounts/web/return-from-sign-in.ts'
import { refreshUser } from '#features/accounts/web/session-lifecycle.ts'
import { readSession } from '#features/accounts/web/session-store.ts'
import { useCompleteLogin } from '#features/accounts/web/use-complete-login.ts'
import { type Provider, providerNames } from '#features/connections/rules.ts'
import { FailureNote } from '#ui/note.tsx'
import { notify } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { ApiError } from '#web/api-error.ts'
import { takeAnswer } from './provider-answer.ts'

type Props = {
  provider: Provider
  /** Asks for the code that goes with a ticket, where a second factor is on. */
  codeForm: (step: { ticket: string; onSignedIn: () => void; onBack: () => void }) => ReactNode
}

/** Where another site sends somebody back to: ends the sign-in, or the connecting, and leads on. */
export function ReturnPage({ provider, codeForm }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const begun = useRef(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [ticket, setTicket] = useState<string | null>(null)
  const goOn = useCallback(() => returnSoon(router), [router])
  const enterSite = useCompleteLogin(goOn)

  const enter = useCallback(
    async (user: User) => {
      if (readSession().user?.id !== user.id) return enterSite(user, provider)
      await refreshUser()
      await router.navigate({ to: '/settings', replace: true })
      notify({ title: `${providerNames[provider]} connected`, text: 'It signs you in from now on.' })
    },
    [enterSite, provider, router],
  )

  useEffect(() => {
    // An answer works once, and this may run twice.
    if (begun.current) return
    begun.current = true
    const answer = takeAnswer(router)
    if ('refusal' in answer) {
      setFailure(answer.refusal)
      return
    }
    api('POST /api/connections/{provider}/return', { params: { provider }, body: answer }).then(
      enter,
      ({ code, message, ticket }: ApiError) =>
        code === 'second_factor_required' && ticket ? setTicket(ticket) : setFailure(message),
    )
  }, [api, router, provider, enter])

  const isIn = readSession().user !== null
  if (ticket !== null) {
    const onBack = () => router.navigate({ to: '/auth', replace: true })
    return <AuthPanel title="One more step">{codeForm({ ticket, onSignedIn: goOn, onBack })}</AuthPanel>
  }
  return (
    <AuthPanel title={`Continue with ${providerNames[provider]}`}>
      {failure === null ? (
        <p role="status" className="flex items-center gap-3 text-ink-2">
          <Spinner />
          Asking {providerNames[provider]} who you are...
        </p>
      ) : (
        <FailureNote
          title={failure}
          action={
            <Link to={isIn ? '/settings' : '/auth'} className="btn">
              {isIn ? 'Back to your settings' : 'Back to the sign-in'}
            </Link>
          }
        />
      )}
    </AuthPanel>
  )
}
