import { usDate } from '#lib/us-date.ts'
import { DialogFrame } from './dialog-frame.tsx'
import { useCancelSubscription } from './use-cancel-subscription.ts'

type Props = { until: string; onClose: () => void }

/**
 * Asks before canceling Premium, and shows when it would end: at once if a renewal is open, since the paid period is
 * over.
 */
export function CancelDialog({ until, isRenewalOpen, onClose }: Props & { isRenewalOpen: boolean }) {
  const { pending, cancel } = useCancelSubscription()
  return (
    <DialogFrame title="Cancel Premium?" onClose={onClose}>
      {(close) => (
        <>
          <p className="mb-5 text-ink-2">
            {isRenewalOpen
              ? 'Your last renewal was not paid, so Premium ends now. Your card will not be charged again.'
              : `You keep Premium and your credits until ${usDate(until)}. After that you are on the free plan, and nothing more is charged. You can undo this until that day.`}
          </p>
          <div className="flex flex-wrap justify-end gap-2">
            <button type="button" className="btn" onClick={close}>
              Keep Premium
            </button>
            <button
              type="button"
              className="btn btn-bad"
              aria-disabled={pending}
              onClick={async () => {
                if (await cancel()) close()
              }}
            >
              {pending ? 'Canceling...' : 'Cancel subscription'}
            </button>
          </div>
        </>
      )}
    </DialogFrame>
  )
}

/** Asks before undoing a cancellation, and shows when the next charge comes. */
export function ResumeDialog({ until, price, onClose }: Props & { price: string }) {
  const { pending, resume } = useCancelSubscription()
  return (
    <DialogFrame title="Resume Premium?" onClose={onClose}>
      {(close) => (
        <>
          <p className="mb-5 text-ink-2">
            Nothing is charged today. Premium renews on {usDate(until)} for {price}, and every month after that.
          </p>
          <div className="flex flex-wrap justify-end gap-2">
            <button type="button" className="btn" onClick={close}>
              Not now
            </button>
            <button
              type="button"
              className="btn btn-key"
              aria-disabled={pending}
              onClick={async () => {
                if (await resume()) close()
              }}
            >
              {pending ? 'Resuming...' : 'Resume subscription'}
            </button>
          </div>
        </>
      )}
    </DialogFrame>
  )
}
