import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Api } from '#client/api.ts'
import type { Webhook } from '#features/webhooks/contract.ts'
import { t } from '#lib/texts.ts'
import { SecretList } from '#ui/forms/secret-list.tsx'
import { SecretValue } from '#ui/forms/secret-value.tsx'
import { hidden } from '#ui/hidden-text.tsx'
import { Section } from '#ui/layout/section.tsx'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { type WebhookScope, webhooksQuery } from './webhook-queries.ts'

/** The section with a member's webhooks, with `site` with those of the site, or with `group` with those of a group. */
export function WebhooksSection(scope: WebhookScope) {
  const { site, group } = scope
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { data: webhooks, error, refetch } = useQuery(webhooksQuery(api, scope))
  const reload = () => queryClient.invalidateQueries({ queryKey: webhooksQuery(api, scope).queryKey })
  return (
    <Section
      title={site ? t('Webhooks of the site') : t('Webhooks')}
      aside={
        site
          ? t('For programs that follow all published prompts. Every admin sees them.')
          : group
            ? t(
                'For programs that should learn at once what happens to the prompts of this group. All its approvers see them.',
              )
            : t('For programs that should learn at once what happens to your prompts.')
      }
    >
      <SecretList
        items={webhooks}
        error={error}
        onRetry={() => refetch()}
        texts={{
          failure: t('The webhooks could not be loaded'),
          empty: site
            ? t('The site has no webhooks yet.')
            : group
              ? t('No webhooks yet.')
              : t('You have no webhooks yet.'),
          value: t('The secret of your new webhook'),
          create: t('New webhook'),
        }}
        list={(items) => (
          <ul className="list-none border-hair border-t">
            {items.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} onChanged={reload} />
            ))}
          </ul>
        )}
        form={({ onCreated, onCancel }) => (
          <WebhookForm
            scope={scope}
            onCreated={(secret) => {
              onCreated(secret)
              void reload()
            }}
            onCancel={onCancel}
          />
        )}
      />
    </Section>
  )
}

function WebhookRow({ webhook, onChanged }: { webhook: Webhook; onChanged: () => Promise<void> }) {
  const { api } = useRouteContext({ from: '__root__' })
  const [secret, setSecret] = useState<string | null>(null)
  const { id, url, events, paused } = webhook
  const params = { id }
  const act = (work: (api: Api) => Promise<unknown>, done: string) => async () => {
    try {
      await work(api)
      notify({ title: done })
    } catch (error) {
      notify({ title: t('That didn’t work'), text: (error as Error).message, isFailure: true })
    }
    await onChanged()
  }
  const turn = (active: boolean) =>
    act(
      (send) => send('PATCH /api/webhooks/{id}', { params, body: { active } }),
      active ? t('Turned on') : t('Turned off'),
    )
  const renew = act(
    async (send) => setSecret((await send('POST /api/webhooks/{id}/secret', { params })).secret),
    t('New secret'),
  )
  return (
    <li className="border-hair border-b py-3">
      <p className="[overflow-wrap:anywhere]">{url}</p>
      <p className="text-ink-2 text-small">{events.join(', ')}</p>
      {paused !== null && (
        <p className="mt-1 border-bad border-s-4 ps-3">{t('Paused. {reason}', { reason: paused })}</p>
      )}
      <div className="quiet-actions mt-1">
        {paused === null && (
          <button
            type="button"
            className="btn"
            onClick={act((send) => send('POST /api/webhooks/{id}/ping', { params }), t('A ping is on its way'))}
          >
            {rich('Send a ping<hidden> to {url}</hidden>', {
              url,
              hidden,
            })}
          </button>
        )}
        <button type="button" className="btn" onClick={turn(paused !== null)}>
          {paused === null ? t('Turn off') : t('Turn on')}
          <span className="sr-only"> {url}</span>
        </button>
        <button type="button" className="btn" onClick={renew}>
          {rich('New secret<hidden> for {url}</hidden>', {
            url,
            hidden,
          })}
        </button>
        <button
          type="button"
          className="btn"
          onClick={act((send) => send('DELETE /api/webhooks/{id}', { params }), t('Webhook deleted'))}
        >
          {rich('Delete{hidden}', { hidden: <span className="sr-only"> {url}</span> })}
        </button>
      </div>
      {secret !== null && <SecretValue label={t('The new secret')} value={secret} onClose={() => setSecret(null)} />}
      <DeliveryLog id={id} url={url} isOn={paused === null} />
    </li>
  )
}
