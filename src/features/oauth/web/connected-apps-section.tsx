import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { siteFacts } from '#client/site-facts.ts'
import { mcpMemberPath } from '#features/mcp/rules.ts'
import { ClosedAddToApps } from '#features/mcp/web/add-to-app.tsx'
import type { ConnectedApp } from '#features/oauth/contract.ts'
import { appScopes } from '#features/oauth/rules.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { Icon } from '#ui/icon.tsx'
import { keepFocus } from '#ui/keep-focus.ts'
import { Section } from '#ui/layout/section.tsx'
import { Empty } from '#ui/lists/empty.tsx'
import { ListRow } from '#ui/lists/list-row.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'
import { appsQuery } from './app-queries.ts'

/** The section of the settings where a member sees and removes the apps that act for them, and adds another. */
export function ConnectedAppsSection() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { data: apps, error, refetch } = useQuery(appsQuery(api))
  const remove = async ({ id, name }: ConnectedApp) => {
    try {
      await api('DELETE /api/user/apps/{id}', { params: { id } })
      notify({ title: t('App removed'), text: t('{name} can’t act for you any more.', { name }) })
    } catch (error) {
      notify({ title: t('The app was not removed'), text: (error as Error).message, isFailure: true })
    }
    await queryClient.invalidateQueries({ queryKey: appsQuery(api).queryKey })
  }
  return (
    <Section title={t('Connected apps')} aside={t('AI apps that you allowed to act for you.')}>
      <div className="grid max-w-160 grid-cols-[minmax(0,1fr)] gap-6" aria-busy={!apps && !error}>
        {error && !apps && (
          <LoadFailure title={t('Your apps could not be loaded')} error={error} onRetry={() => refetch()} />
        )}
        {apps?.length === 0 && <Empty>{t('You haven’t connected an app yet.')}</Empty>}
        {apps && apps.length > 0 && (
          <div>
            <p className="mb-3 text-small">
              {t('We don’t check the names that apps give themselves. Remove any app that you don’t recognize.')}
            </p>
            <ul className="border-hair border-t">
              {apps.map((app) => (
                <AppRow key={app.id} app={app} onRemove={() => remove(app)} />
              ))}
            </ul>
          </div>
        )}
        <ClosedAddToApps path={mcpMemberPath} title={t('My {name}', { name: siteFacts().name })} />
      </div>
    </Section>
  )
}

function AppRow({ app, onRemove }: { app: ConnectedApp; onRemove: () => void }) {
  const { name, hosts, scopes, createdAt, lastUsedOn } = app
  return (
    <ListRow
      icon={<Icon name="box" />}
      action={
        <button type="button" className="btn" ref={keepFocus} onClick={onRemove}>
          {rich('Remove{hidden}', { hidden: <span className="sr-only"> {name}</span> })}
        </button>
      }
    >
      <b className="block [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
      </b>
      <span className="block text-small [overflow-wrap:anywhere]">
        {hosts.length > 0 ? hosts.join(', ') : t('A program on a computer')}
      </span>
      <span className="block text-ink-2 text-small">
        {t('It can {list}.', { list: scopes.map((scope) => appScopes[scope]).join('; ') })}
      </span>
      <span className="block text-ink-2 text-small">
        {lastUsedOn
          ? t('Connected {date}, last used {lastDate}', {
              date: usDate(createdAt),
              lastDate: usDate(`${lastUsedOn}T00:00:00Z`),
            })
          : t('Connected {date}, not used yet', { date: usDate(createdAt) })}
      </span>
    </ListRow>
  )
}
