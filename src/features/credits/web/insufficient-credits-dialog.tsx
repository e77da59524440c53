import { useEffect, useId, useRef } from 'react'
import { t } from '#lib/texts.ts'
import { rememberWork } from './work-path.ts'

/** Shows a dialog that says that the balance is too low (`message`) and links to where members get more credits. */
export function InsufficientCreditsDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId} className="mb-2 text-h3">
        {t('Insufficient credits')}
      </h2>
      <p>{message}</p>
      <p className="mt-2 mb-5 text-ink-2 text-small">
        {t('You weren’t charged for this run, and what you wrote is still there. The plans page leads back here.')}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <button type="button" className="btn" onClick={() => dialog.current?.close()}>
          {t('Close')}
        </button>
        {/* A plain link, because Stripe needs a less strict Content-Security-Policy on that page, and only a page load
            changes the policy. */}
        <a href="/subscription" className="btn btn-primary" onClick={rememberWork}>
          {t('Subscription Plans')}
        </a>
      </div>
    </dialog>
  )
}
