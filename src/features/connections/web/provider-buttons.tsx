import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiError } from '#client/api-error.ts'
import type { Provider } from '#features/connections/rules.ts'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { providerName } from './provider-name.ts'

/**
 * Shows a button for each configured provider, to sign in through it. `invitation` is the token of a newcomer's
 * invitation.
 */
export function ProviderButtons({ providers, invitation }: { providers: Provider[]; invitation?: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const [destination, setDestination] = useState<Provider | null>(null)
  const goToProvider = async (provider: Provider) => {
    setDestination(provider)
    try {
      const { url } = await api('POST /api/connections/{provider}', { params: { provider }, body: { invitation } })
      location.assign(url)
    } catch (error) {
      setDestination(null)
      notify({ title: t('Login failed'), text: (error as ApiError).message, isFailure: true })
    }
  }
  return providers.map((provider) => (
    <button
      key={provider}
      type="button"
      className="btn"
      aria-disabled={destination !== null}
      onClick={destination ? undefined : () => goToProvider(provider)}
    >
      {destination === provider
        ? t('Going to {providerName}...', { providerName: providerName(provider) })
        : t('Continue with {providerName}', { providerName: providerName(provider) })}
    </button>
  ))
}
