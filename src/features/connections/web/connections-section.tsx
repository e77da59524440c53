import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import type { Connection } from '#features/connections/contract.ts'
import type { Provider } from '#features/connections/rules.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { Section } from '#ui/layout/section.tsx'
import { ListRow } from '#ui/lists/list-row.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { ConnectionDialog } from './connection-dialog.tsx'
import { providerName } from './provider-name.ts'

/**
 * Returns the query for the member's accounts at other sites. It is always sent again, because people open this section
 * to change them.
 */
function connectionsQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/connections'), staleTime: 0 })
}

type Props = { providers: Provider[]; username: string }

/** Lists other sites, each with a button that connects or disconnects the member's account there. */
export function ConnectionsSection({ providers, username }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(connectionsQuery(api))
  const [dialog, setDialog] = useState<{ provider: Provider; connected: boolean } | null>(null)
  return (
    <Section title={t('Connected accounts')} aside={t('Sign in with an account from another site.')}>
      {error && !data ? (
        <LoadFailure title={t('Your connected accounts could not be loaded')} error={error} onRetry={() => refetch()} />
      ) : (
        <ul className="max-w-160 border-hair border-t" aria-busy={!data}>
          {data &&
            providers.map((provider) => (
              <ProviderRow
                key={provider}
                provider={provider}
                connection={data.find((connection) => connection.provider === provider)}
                onOpenDialog={(connected) => setDialog({ provider, connected })}
              />
            ))}
        </ul>
      )}
      {dialog && (
        <ConnectionDialog
          {...dialog}
          username={username}
          onDone={() => queryClient.invalidateQueries({ queryKey: connectionsQuery(api).queryKey })}
          onClose={() => setDialog(null)}
        />
      )}
    </Section>
  )
}

type RowProps = { provider: Provider; connection?: Connection; onOpenDialog: (connected: boolean) => void }

function ProviderRow({ provider, connection, onOpenDialog }: RowProps) {
  return (
    <ListRow
      action={
        <button type="button" className="btn" onClick={() => onOpenDialog(connection !== undefined)}>
          {connection ? t('Disconnect') : t('Connect')}
          <span className="sr-only"> {providerName(provider)}</span>
        </button>
      }
    >
      <b className="block">{providerName(provider)}</b>
      <span className="break-words text-ink-2 text-small">
        {connection
          ? t('{name}, since {date}', { name: connection.name, date: usDate(connection.createdAt) })
          : t('Not connected')}
      </span>
    </ListRow>
  )
}
