import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useRouteContext } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { t } from '#lib/texts.ts'
import { FailureNote } from '#ui/note.tsx'
import { notify } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { useSubscribe } from './use-subscribe.ts'

let loading: Promise<Stripe | null> | undefined

/**
 * Loads Stripe's script just before the user enters a card. Throws an Error with a message for the user if it can't be
 * loaded.
 */
async function loadStripeScript(publishableKey: string): Promise<Stripe> {
  loading ??= loadStripe(publishableKey)
  const stripe = await loading.catch(() => null)
  if (stripe) return stripe
  loading = undefined
  throw new Error(t('The card form could not be loaded. Check your connection and your ad blocker, then try again.'))
}

type Form = { stripe: Stripe; elements: StripeElements }

/** A dialog with Stripe's card form. The form runs in Stripe's own frame, so card numbers never reach this site. */
export function StripeForm({ price, onClose }: { price: string; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const container = useRef<HTMLDivElement>(null)
  const [form, setForm] = useState<Form | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { pending, pendingConfirmation, refusal, buy, confirm } = useSubscribe(async (clientSecret) => {
    const { error } = (await form?.stripe.handleNextAction({ clientSecret })) ?? {}
    if (error) throw new Error(error.message ?? t('Your bank did not confirm this payment.'))
  })

  useEffect(() => {
    let isUnmounted = false
    const open = async () => {
      const { clientSecret, publishableKey } = await api('POST /api/create-payment-intent', { body: {} })
      const stripe = await loadStripeScript(publishableKey)
      if (isUnmounted || !container.current) return
      const elements = stripe.elements({ clientSecret })
      elements.create('payment').mount(container.current)
      setForm({ stripe, elements })
    }
    open().catch((error: Error) => {
      if (isUnmounted) return
      setFailure(error.message)
      notify({ title: t('Payment setup failed'), text: error.message, isFailure: true })
    })
    return () => {
      isUnmounted = true
    }
  }, [api])

  // The confirmation starts without a click, because Stripe's script shows the bank's page over this one.
  useEffect(() => {
    if (pendingConfirmation && !pending) confirm()
  }, [pendingConfirmation, pending, confirm])

  async function send(event: FormEvent) {
    event.preventDefault()
    if (!form || pending) return
    const return_url = new URL('/subscription', window.location.href).href
    const { error, setupIntent } = await form.stripe.confirmSetup({
      elements: form.elements,
      redirect: 'if_required',
      confirmParams: { return_url },
    })
    if (error) return setFailure(error.message ?? t('This card could not be set up.'))
    setFailure(null)
    const card = setupIntent.payment_method
    if (card) await buy(typeof card === 'string' ? card : card.id)
  }

  const message = failure ?? refusal
  return (
    <DialogFrame title={t('Go Premium')} onClose={onClose}>
      {(close) => (
        <form className="form" onSubmit={send}>
          <p className="text-ink-2">
            {t('{price} a month, from today. Your card number goes only to Stripe.', { price })}
          </p>
          <div ref={container} />
          {!form && !failure && <Spinner />}
          {message && <FailureNote title={t('Payment setup failed')}>{message}</FailureNote>}
          <div className="flex flex-wrap justify-end gap-2">
            <button type="button" className="btn" onClick={close}>
              {t('Not now')}
            </button>
            <button type="submit" className="btn btn-primary" aria-disabled={pending || !form}>
              {pending ? t('Subscribing...') : t('Subscribe for {price}', { price })}
            </button>
          </div>
        </form>
      )}
    </DialogFrame>
  )
}
