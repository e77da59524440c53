import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { type Provider, providerNames } from '#features/connections/rules.ts'
import { notify } from '#ui/notice.tsx'
import type { ApiError } from '#web/api-error.ts'

/** Signs in through another site: one button per configured provider. */
export function ProviderButtons({ providers }: { providers: Provider[] }) {
  const { api } = useRouteContext({ from: '__root__' })
  const [leaving, setLeaving] = useState<Provider | null>(null)
  const goToProvider = async (provider: Provider) => {
    setLeaving(provider)
    try {
      const { url } = await api('POST /api/connections/{provider}', { params: { provider }, body: {} })
      location.assign(url)
    } catch (error) {
      setLeaving(null)
      notify({ title: 'Login failed', text: (error as ApiError).message, failed: true })
    }
  }
  return providers.map((provider) => (
    <button
      key={provider}
      type="button"
      className="btn"
      aria-disabled={leaving !== null}
      onClick={leaving ? undefined : () => goToProvider(provider)}
    >
      {leaving === provider ? `Going to ${providerNames[provider]}...` : `Continue with ${providerNames[provider]}`}
    </button>
  ))
}
