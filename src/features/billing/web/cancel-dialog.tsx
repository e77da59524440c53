import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { ApiError } from '#client/api-error.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { notify } from '#ui/notice.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { subscriptionQuery } from './subscription-queries.ts'

type Props = { until: string; onClose: () => void }

/**
 * Asks before Premium is canceled, and shows when it would end. If a renewal is unpaid, the paid period is over, so
 * Premium would end immediately.
 */
export function CancelDialog({ until, isRenewalUnpaid, onClose }: Props & { isRenewalUnpaid: boolean }) {
  const { pending, cancel } = useCancelSubscription()
  return (
    <QuestionDialog
      title={t('Cancel Premium?')}
      decline={t('Keep Premium')}
      accept={pending ? 'Canceling...' : 'Cancel subscription'}
      buttonClass="btn-bad"
      pending={pending}
      onAccept={cancel}
      onClose={onClose}
    >
      {isRenewalUnpaid
        ? t('Your last renewal was not paid, so Premium ends now. Your card will not be charged again.')
        : t(
            'You keep Premium and your credits until {date}. After that you are on the free plan, and nothing more is charged. You can undo this until that day.',
            { date: usDate(until) },
          )}
    </QuestionDialog>
  )
}

/** Asks before a cancellation is undone, and shows when the next charge is due. */
export function ResumeDialog({ until, price, onClose }: Props & { price: string }) {
  const { pending, resume } = useCancelSubscription()
  return (
    <QuestionDialog
      title={t('Resume Premium?')}
      decline={t('Not now')}
      accept={pending ? 'Resuming...' : 'Resume subscription'}
      buttonClass="btn-primary"
      pending={pending}
      onAccept={resume}
      onClose={onClose}
    >
      {t('Nothing is charged today. Premium renews on {date} for {price}, and every month after that.', {
        date: usDate(until),
        price,
      })}
    </QuestionDialog>
  )
}

type QuestionProps = {
  title: string
  /** The labels of the two buttons. */
  decline: string
  accept: string
  buttonClass: 'btn-bad' | 'btn-primary'
  pending: boolean
  /** Returns whether the change succeeded. If so, the dialog closes. */
  onAccept: () => Promise<boolean>
  onClose: () => void
  children: ReactNode
}

function QuestionDialog({ title, decline, accept, buttonClass, pending, onAccept, onClose, children }: QuestionProps) {
  return (
    <DialogFrame title={title} onClose={onClose}>
      {(close) => (
        <>
          <p className="mb-5 text-ink-2">{children}</p>
          <div className="flex flex-wrap justify-end gap-2">
            <button type="button" className="btn" onClick={close}>
              {decline}
            </button>
            <button
              type="button"
              className={`btn ${buttonClass}`}
              aria-disabled={pending}
              onClick={async () => {
                if (await onAccept()) close()
              }}
            >
              {accept}
            </button>
          </div>
        </>
      )}
    </DialogFrame>
  )
}

/** Returns functions that cancel Premium and that undo a cancellation. Both return whether they succeeded. */
function useCancelSubscription() {
  const { api } = useRouteContext({ from: '__root__' })
  const client = useQueryClient()
  const [pending, setPending] = useState(false)

  async function send(action: 'cancel' | 'resume'): Promise<boolean> {
    if (pending) return false
    setPending(true)
    try {
      const status = await api(`POST /api/subscription/${action}`)
      client.setQueryData(subscriptionQuery(api).queryKey, status)
      const until = status.currentPeriodEnd ? usDate(status.currentPeriodEnd) : ''
      const remaining = status.hasActiveSubscription
        ? t('You have Premium until {until}.', { until })
        : t('Premium has ended.')
      if (action === 'cancel') notify({ title: t('Subscription canceled'), text: remaining })
      else notify({ title: t('Subscription resumed'), text: t('It renews on {until}.', { until }) })
      return true
    } catch (error) {
      const title = action === 'cancel' ? t('Cancellation failed') : t('The subscription was not resumed')
      notify({ title, text: (error as ApiError).message, isFailure: true })
      return false
    } finally {
      setPending(false)
    }
  }
  return { pending, cancel: () => send('cancel'), resume: () => send('resume') }
}
