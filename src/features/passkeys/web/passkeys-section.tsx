import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import { t } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { AddPasskeyForm } from './add-passkey-form.tsx'
import { supportsPasskeys } from './passkey-device.ts'
import { PasskeyList } from './passkey-list.tsx'

/** Requests the member's passkeys, again each time the section opens, because people open it to make changes. */
function passkeysQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/passkeys'), staleTime: 0 })
}

/** The section of the settings where a member sees, adds and removes passkeys. */
export function PasskeysSection({ username }: { username: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { data: passkeys, error, refetch } = useQuery(passkeysQuery(api))
  const [isAdding, setAdding] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: passkeysQuery(api).queryKey })
  return (
    <Section title={t('Passkeys')} aside={t('Sign in with your fingerprint, face or PIN, without a password.')}>
      <div className="grid max-w-160 grid-cols-1 gap-6" aria-busy={!passkeys && !error}>
        {error && !passkeys && (
          <LoadFailure title={t('Your passkeys could not be loaded')} error={error} onRetry={() => refetch()} />
        )}
        {passkeys?.length === 0 && <p>{t('You have none yet.')}</p>}
        {passkeys && passkeys.length > 0 && <PasskeyList passkeys={passkeys} username={username} onRemoved={refresh} />}
        {!supportsPasskeys() ? (
          <p className="text-ink-2">
            {t(
              'Passkeys don’t work here. They need a current browser, https, and a host name instead of an IP address.',
            )}
          </p>
        ) : isAdding ? (
          <AddPasskeyForm
            username={username}
            onAdded={() => {
              setAdding(false)
              refresh()
            }}
            onCancel={() => setAdding(false)}
          />
        ) : (
          <button type="button" className="btn justify-self-start" onClick={() => setAdding(true)}>
            {t('Add a passkey')}
          </button>
        )}
      </div>
    </Section>
  )
}
