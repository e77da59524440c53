import { useRouteContext } from '@tanstack/react-router'
import type { ApiError } from '#client/api-error.ts'
import { groupWebhookEvents, type WebhookEvent, webhookEventNames, webhookEvents } from '#features/webhooks/rules.ts'
import { t } from '#lib/texts.ts'
import { parseWebAddress } from '#lib/web-address.ts'
import { focusOnMount } from '#ui/focus-on-mount.ts'
import { Field } from '#ui/forms/field.tsx'
import { FormActions } from '#ui/forms/form-actions.tsx'
import { Checkbox } from '#ui/forms/form-controls.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { Icon } from '#ui/icon.tsx'
import { notify } from '#ui/notice.tsx'
import type { WebhookScope } from './webhook-queries.ts'

/** The names of the checkboxes: an event's name has a dot, which names of fields can't have here. */
const boxOf = (event: WebhookEvent) => `on-${event.replace('.', '-')}`
type Values = Record<string, string>
type Props = { scope: WebhookScope; onCreated: (secret: string) => void; onCancel: () => void }

/** The form for a new webhook: its address and what it is told of. */
export function WebhookForm({ scope, onCreated, onCancel }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const offered = scope.group === undefined ? webhookEvents : groupWebhookEvents
  const boxNames = offered.map(boxOf)
  const [firstBox = ''] = boxNames
  const check = ({ url = '', ...boxes }: Values): Values => ({
    ...(parseWebAddress(url) === null && { url: t('Enter a whole address, such as https://example.com/hook.') }),
    ...(!Object.values(boxes).some(Boolean) && { [firstBox]: t('Choose at least one event.') }),
  })
  const send = async ({ url = '', ...boxes }: Values) => {
    const events = offered.filter((event) => boxes[boxOf(event)])
    try {
      onCreated((await api('POST /api/webhooks', { body: { url: url.trim(), events, ...scope } })).secret)
    } catch (error) {
      const { message, fields: fieldErrors } = error as ApiError
      if (fieldErrors?.url) return { url: fieldErrors.url }
      notify({ title: t('The webhook was not created'), text: message, isFailure: true })
    }
    return undefined
  }
  const { errors, isSending, form } = useCheckedForm({ fields: ['url', ...boxNames], check, send })
  return (
    <form {...form} className="form">
      <Field
        label={t('Address')}
        name="url"
        inputMode="url"
        error={errors.url}
        help={t('Your program’s address. We send it a signed POST request for each event, without the prompt’s text.')}
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        ref={focusOnMount}
      />
      <fieldset className="grid gap-2" aria-describedby={errors[firstBox] ? 'webhook-events-error' : undefined}>
        <legend className="mb-1 font-semibold">{t('When')}</legend>
        {offered.map((event) => (
          <Checkbox key={event} name={boxOf(event)} label={webhookEventNames[event]} defaultChecked />
        ))}
        {errors[firstBox] && (
          <p id="webhook-events-error" className="field-error">
            <Icon name="circle-exclamation-point" className="icon-sm mt-0.5" />
            {errors[firstBox]}
          </p>
        )}
      </fieldset>
      <FormActions
        label={t('Create webhook')}
        pendingLabel={t('Creating the webhook...')}
        isSending={isSending}
        onCancel={onCancel}
      />
    </form>
  )
}
