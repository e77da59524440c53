import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { WebhookDelivery } from '#features/webhooks/contract.ts'
import { plural, t } from '#lib/texts.ts'
import { hidden } from '#ui/hidden-text.tsx'
import { ListPending } from '#ui/lists/list-pending.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { Moment } from '#ui/moment.tsx'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'
import { deliveriesQuery } from './webhook-queries.ts'

/** What was last sent to a webhook, and what was answered. It is loaded when it is opened. */
export function DeliveryLog({ id, url, isOn }: { id: string; url: string; isOn: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="mt-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-8 py-1 cursor-pointer font-semibold text-small">
        {rich('Log<hidden> of {url}</hidden>', { url, hidden })}
      </summary>
      {isOpen && <Deliveries id={id} isOn={isOn} />}
    </details>
  )
}

function Deliveries({ id, isOn }: { id: string; isOn: boolean }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data, error, refetch } = useQuery(deliveriesQuery(api, id))
  if (error) return <LoadFailure title={t('The log could not be loaded')} error={error} onRetry={() => refetch()} />
  if (!data) return <ListPending />
  const resend = async (delivery: string) => {
    try {
      await api('POST /api/webhooks/{id}/deliveries/{delivery}/resend', { params: { id, delivery } })
      notify({ title: t('It is being sent again') })
    } catch (error) {
      notify({ title: t('It was not sent again'), text: (error as Error).message, isFailure: true })
    }
    await refetch()
  }
  return (
    <>
      {data.length === 0 ? (
        <p className="mt-2 text-ink-2 text-small">{t('Nothing was sent yet.')}</p>
      ) : (
        <ol className="mt-2 text-small">
          {data.map((delivery) => (
            <li key={delivery.id} className="border-hair border-b py-2">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span>
                  <b>{delivery.type}</b>: {resultOf(delivery)}
                </span>
                {isOn && (
                  <button type="button" className="link min-h-6" onClick={() => resend(delivery.id)}>
                    {rich('Send again{hidden}', { hidden: <span className="sr-only">: {delivery.type}</span> })}
                  </button>
                )}
              </div>
              <p className="text-ink-2">
                <Moment time={delivery.createdAt} />
              </p>
              {delivery.answer && (
                <pre className="mt-1 whitespace-pre-wrap font-mono text-micro [overflow-wrap:anywhere]" dir="auto">
                  {delivery.answer}
                </pre>
              )}
            </li>
          ))}
        </ol>
      )}
      <button type="button" className="link mt-3 min-h-8 text-small" onClick={() => refetch()}>
        {t('Reload the log')}
      </button>
    </>
  )
}

function resultOf({ state, attempts, status, milliseconds }: WebhookDelivery): string {
  if (state === 'skipped') return t('not sent')
  if (attempts === 0) return t('waiting')
  const answer = status === null ? t('no answer') : t('answered {status}', { status: String(status) })
  const result = { delivered: t('delivered'), failed: t('failed'), waiting: t('will be tried again') }[state]
  return plural(
    attempts,
    '{result}, {answer} after {milliseconds} ms, {count} attempt',
    '{result}, {answer} after {milliseconds} ms, {count} attempts',
    { result, answer, milliseconds: milliseconds ?? 0 },
  )
}
