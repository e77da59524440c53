import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { LoadFailure } from '#ui/load-failure.tsx'
import { Section } from '#ui/section.tsx'
import { AddPasskeyForm } from './add-passkey-form.tsx'
import { hasPasskeys } from './passkey-device.ts'
import { PasskeyList } from './passkey-list.tsx'
import { passkeysQuery } from './passkey-queries.ts'

/** Passkeys: those that one has, another one, and the end of one. */
export function PasskeysSection({ username }: { username: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { data: passkeys, error, refetch } = useQuery(passkeysQuery(api))
  const [adding, setAdding] = useState(false)
  const changed = () => queryClient.invalidateQueries({ queryKey: passkeysQuery(api).queryKey })
  return (
    <Section title="Passkeys" aside="Sign in with your finger, face or PIN, without a password.">
      <div className="grid max-w-160 grid-cols-1 gap-6" aria-busy={!passkeys && !error}>
        {error && !passkeys && (
          <LoadFailure title="Your passkeys could not be loaded" error={error} onRetry={() => refetch()} />
        )}
        {passkeys?.length === 0 && <p>You have none yet.</p>}
        {passkeys && passkeys.length > 0 && <PasskeyList passkeys={passkeys} username={username} onRemoved={changed} />}
        {!hasPasskeys() ? (
          <p className="text-ink-2">This browser has no passkeys here. They need a name in the address, and https.</p>
        ) : adding ? (
          <AddPasskeyForm
            username={username}
            onAdded={() => {
              setAdding(false)
              changed()
            }}
            onCancel={() => setAdding(false)}
          />
        ) : (
          <button type="button" className="btn justify-self-start" onClick={() => setAdding(true)}>
            Add a passkey
          </button>
        )}
      </div>
    </Section>
  )
}
