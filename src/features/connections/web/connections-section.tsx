import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Connection } from '#features/connections/contract.ts'
import { type Provider, providerNames } from '#features/connections/rules.ts'
import { usDate } from '#lib/us-date.ts'
import { LoadFailure } from '#ui/load-failure.tsx'
import { Section } from '#ui/section.tsx'
import { ConnectionDialog } from './connection-dialog.tsx'
import { connectionsQuery } from './connection-queries.ts'

type Props = { providers: Provider[]; username: string }

/** Accounts at other sites that sign in here: connecting one, and its end. */
export function ConnectionsSection({ providers, username }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(connectionsQuery(api))
  const [wish, setWish] = useState<{ provider: Provider; connected: boolean } | null>(null)
  return (
    <Section title="Connected accounts" aside="Sign in by an account that you have elsewhere.">
      {error && !data ? (
        <LoadFailure title="Your connected accounts could not be loaded" error={error} onRetry={() => refetch()} />
      ) : (
        <ul className="max-w-160 border-hair border-t" aria-busy={!data}>
          {data &&
            providers.map((provider) => (
              <ProviderRow
                key={provider}
                provider={provider}
                connection={data.find((one) => one.provider === provider)}
                onWish={(connected) => setWish({ provider, connected })}
              />
            ))}
        </ul>
      )}
      {wish && (
        <ConnectionDialog
          {...wish}
          username={username}
          onDone={() => queryClient.invalidateQueries({ queryKey: connectionsQuery(api).queryKey })}
          onClose={() => setWish(null)}
        />
      )}
    </Section>
  )
}

type RowProps = { provider: Provider; connection?: Connection; onWish: (connected: boolean) => void }

function ProviderRow({ provider, connection, onWish }: RowProps) {
  return (
    <li className="flex min-h-16 items-center gap-3 border-hair border-b py-2">
      <div className="min-w-0 flex-1">
        <b className="block">{providerNames[provider]}</b>
        <span className="break-words text-ink-2 text-small">
          {connection ? `${connection.name}, since ${usDate(connection.createdAt)}` : 'Not connected'}
        </span>
      </div>
      <button type="button" className="btn" onClick={() => onWish(connection !== undefined)}>
        {connection ? 'Disconnect' : 'Connect'}
        <span className="sr-only"> {providerNames[provider]}</span>
      </button>
    </li>
  )
}
