import { useRouteContext } from '@tanstack/react-router'
import { t } from '#lib/texts.ts'
import { FailureNote } from '#ui/note.tsx'
import { CardPicker, readChosenCard } from './card-picker.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { useSubscribe } from './use-subscribe.ts'

type Props = { price: string; onClose: () => void }

/** Buys Premium in the sandbox with a test card, and asks for a confirmation if that card requires one. */
export function SubscribeDialog({ price, onClose }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const { pending, pendingConfirmation, refusal, buy, confirm, cancelConfirmation } = useSubscribe(
    async (clientSecret) => {
      await api('POST /api/subscription/confirm', { body: { clientSecret } })
    },
  )
  if (pendingConfirmation) {
    return (
      <DialogFrame key="confirm" title={t('Confirm this payment')} onClose={cancelConfirmation}>
        {(close) => (
          <>
            <p className="mb-5 text-ink-2">
              {t(
                'Your bank wants you to confirm that you are paying {price}. Here a click is enough: no money moves.',
                { price },
              )}
            </p>
            <div className="flex flex-wrap justify-end gap-2">
              <button type="button" className="btn" onClick={close}>
                {t('Not now')}
              </button>
              <button type="button" className="btn btn-primary" aria-disabled={pending} onClick={confirm}>
                {pending ? t('Confirming...') : t('Confirm payment')}
              </button>
            </div>
          </>
        )}
      </DialogFrame>
    )
  }
  return (
    <DialogFrame key="card" title={t('Go Premium')} onClose={onClose}>
      {(close) => (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault()
            buy(readChosenCard(event.currentTarget))
          }}
        >
          <p className="text-ink-2">
            {t('{price} a month, from today. Sandbox payments: no money moves, and no card number is needed.', {
              price,
            })}
          </p>
          <CardPicker />
          {refusal && <FailureNote title={t('Subscription creation failed')}>{refusal}</FailureNote>}
          <div className="flex flex-wrap justify-end gap-2">
            <button type="button" className="btn" onClick={close}>
              {t('Not now')}
            </button>
            <button type="submit" className="btn btn-primary" aria-disabled={pending}>
              {pending ? t('Subscribing...') : t('Subscribe for {price}', { price })}
            </button>
          </div>
        </form>
      )}
    </DialogFrame>
  )
}
