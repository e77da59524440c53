import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { browserOf } from '#features/accounts/browser-rules.ts'
import type { Session } from '#features/accounts/contract.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { hidden } from '#ui/hidden-text.tsx'
import { Icon } from '#ui/icon.tsx'
import { keepFocus } from '#ui/keep-focus.ts'
import { ListRow } from '#ui/lists/list-row.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'
import { sessionsQuery } from './account-queries.ts'

/** Lists the user's sessions. All except the current one can be ended here. */
export function SessionList() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { data: sessions, error, refetch } = useQuery(sessionsQuery(api))
  const endSession = async ({ id, browser }: Session) => {
    try {
      await api('DELETE /api/user/sessions/{id}', { params: { id } })
      notify({ title: t('Session ended'), text: browserOf(browser) })
    } catch (error) {
      notify({ title: t('The session was not ended'), text: (error as Error).message, isFailure: true })
    }
    await queryClient.invalidateQueries({ queryKey: sessionsQuery(api).queryKey })
  }
  if (error && !sessions) {
    return <LoadFailure title={t('The sessions could not be loaded')} error={error} onRetry={() => refetch()} />
  }
  return (
    <ul className="max-w-160 border-hair border-t" aria-busy={!sessions}>
      {(sessions ?? []).map((session) => (
        <SessionRow key={session.id} session={session} onEnd={() => endSession(session)} />
      ))}
    </ul>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  // `browser` is a User-Agent.
  const { browser, network, lastUsedAt, createdAt, isCurrent } = session
  return (
    <ListRow
      icon={<Icon name="monitor" />}
      action={
        isCurrent ? (
          <span className="badge">{t('This browser')}</span>
        ) : (
          <button type="button" className="btn" ref={keepFocus} onClick={onEnd}>
            {rich('End<hidden> the session of {browserOf}</hidden>', {
              browserOf: browserOf(browser),
              hidden,
            })}
          </button>
        )
      }
    >
      <b className="block">{browserOf(browser)}</b>
      <span className="text-ink-2 text-small">
        {usDate(lastUsedAt) === usDate(createdAt)
          ? t('From {network}, since {date}', { network, date: usDate(createdAt) })
          : t('From {network}, since {date}, last used {lastDate}', {
              network,
              date: usDate(createdAt),
              lastDate: usDate(lastUsedAt),
            })}
      </span>
    </ListRow>
  )
}
