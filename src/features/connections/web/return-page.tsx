import { type AnyRouter, Link, useRouteContext, useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { ApiError } from '#client/api-error.ts'
import type { User } from '#features/accounts/contract.ts'
import { AuthPanel } from '#features/accounts/web/auth-panel.tsx'
import { returnSoon } from '#features/accounts/web/return-from-sign-in.ts'
import { refreshUser } from '#features/accounts/web/session-lifecycle.ts'
import { readSession } from '#features/accounts/web/session-store.ts'
import { useCompleteLogin } from '#features/accounts/web/use-complete-login.ts'
import type { Provider } from '#features/connections/rules.ts'
import { t } from '#lib/texts.ts'
import { FailureNote } from '#ui/note.tsx'
import { notify } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { takeClaimedName } from './claim-flow.ts'
import { providerName } from './provider-name.ts'
import { type ProviderResponse, readProviderResponse } from './provider-response.ts'

type Props = {
  provider: Provider
  /** Returns the form that asks for the code of a second factor. `ticket` is what the first step returned. */
  codeForm: (step: { ticket: string; onSignedIn: () => void; onBack: () => void }) => ReactNode
}

/** Shows the page that providers redirect to. Finishes the login, the connection or the claim, and then redirects. */
export function ReturnPage({ provider, codeForm }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const hasStarted = useRef(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [claimedName, setClaimedName] = useState<string>()
  const [ticket, setTicket] = useState<string | null>(null)
  const onSignedIn = useCallback(() => returnSoon(router), [router])
  const completeLogin = useCompleteLogin(onSignedIn)

  const handleUser = useCallback(
    async (user: User, name: string | undefined) => {
      if (readSession().user?.id !== user.id) return completeLogin(user, provider)
      await refreshUser()
      if (name !== undefined) {
        await router.navigate({ to: '/author/$name', params: { name }, replace: true })
        notify({ title: t('Claimed'), text: t('Prompts credited to {name} now count as yours.', { name }) })
        return
      }
      await router.navigate({ to: '/settings', replace: true })
      notify({
        title: t('{providerName} connected', { providerName: providerName(provider) }),
        text: t('You can sign in with it from now on.'),
      })
    },
    [completeLogin, provider, router],
  )

  useEffect(() => {
    // The provider's code works only once, but React may run this effect twice.
    if (hasStarted.current) return
    hasStarted.current = true
    const name = takeClaimedName(new URL(location.href).searchParams.get('state'))
    setClaimedName(name)
    const response = takeProviderResponse(router, provider)
    if ('refusal' in response) {
      setFailure(response.refusal)
      return
    }
    api('POST /api/connections/{provider}/return', { params: { provider }, body: response }).then(
      (user) => handleUser(user, name),
      ({ code, message, ticket }: ApiError) =>
        code === 'second_factor_required' && ticket ? setTicket(ticket) : setFailure(message),
    )
  }, [api, router, provider, handleUser])

  const isSignedIn = readSession().user !== null
  if (ticket !== null) {
    const onBack = () => router.navigate({ to: '/auth', replace: true })
    return <AuthPanel title={t('One more step')}>{codeForm({ ticket, onSignedIn, onBack })}</AuthPanel>
  }
  return (
    <AuthPanel title={t('Continue with {providerName}', { providerName: providerName(provider) })}>
      {failure === null ? (
        <p role="status" className="flex items-center gap-3 text-ink-2">
          <Spinner />
          {t('Waiting for {providerName}...', { providerName: providerName(provider) })}
        </p>
      ) : (
        <FailureNote
          title={failure}
          action={
            claimedName === undefined ? (
              <Link to={isSignedIn ? '/settings' : '/auth'} className="btn">
                {isSignedIn ? t('Back to your settings') : t('Back to sign in')}
              </Link>
            ) : (
              <Link to="/author/$name" params={{ name: claimedName }} className="btn">
                {t('Back to {claimedName}', { claimedName })}
              </Link>
            )
          }
        />
      )}
    </AuthPanel>
  )
}

/**
 * Reads the provider's response and immediately removes it from the URL, because it must not stay in the browser's
 * history or be sent to another site.
 */
function takeProviderResponse(router: AnyRouter, provider: Provider): ProviderResponse {
  const { pathname, searchParams } = new URL(location.href)
  if (searchParams.size > 0) router.navigate({ href: pathname, replace: true, resetScroll: false })
  return readProviderResponse(searchParams, providerName(provider))
}
