import { useEffect, useId, useRef } from 'react'

/** Shows a dialog that says that the balance is too low (`message`) and links to where members get more credits. */
export function InsufficientCreditsDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={title} onClose={onClose}>
      <h2 id={title} className="mb-2 text-h3">
        Insufficient credits
      </h2>
      <p>{message}</p>
      <p className="mt-2 mb-5 text-ink-2 text-small">Nothing was charged, and what you wrote is still there.</p>
      <div className="flex flex-wrap justify-end gap-2">
        <button type="button" className="btn" onClick={() => dialog.current?.close()}>
          Close
        </button>
        {/* Loads the page from the server, because it may need a wider Content-Security-Policy, which is set per
            document. */}
        <a href="/subscription" className="btn btn-primary">
          Subscription Plans
        </a>
      </div>
    </dialog>
  )
}
