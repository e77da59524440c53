import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { t } from '#lib/texts.ts'

/** Submits the form on Ctrl+Enter or Cmd+Enter in any field, even in a text area. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/**
 * A dialog with a title, a form, Cancel and a submit button. Esc closes the dialog, and the browser then restores the
 * focus.
 */
export function FormDialog({
  title,
  lead,
  submitLabel,
  pendingLabel = t('Sending...'),
  isSending,
  destructive = false,
  form,
  onClose,
  children,
}: {
  title: string
  /** What the action does, in one or two sentences. */
  lead?: string
  /** The label of the submit button. */
  submitLabel: string
  /** Takes the place of the submit button's label while the form is being sent. */
  pendingLabel?: string
  isSending: boolean
  /** Whether the action takes something away, for example by deleting content or banning a user. */
  destructive?: boolean
  form: ComponentProps<'form'>
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose}>
      <h2 id={id} className={lead ? 'mb-2 text-h3' : 'mb-4 text-h3'}>
        {title}
      </h2>
      {lead && <p className="mb-5 break-words text-ink-2">{lead}</p>}
      <form {...form} className="form" onKeyDown={submitByKey}>
        {children}
        <div className="flex flex-wrap justify-end gap-2">
          <button type="button" className="btn" onClick={() => dialog.current?.close()}>
            {t('Cancel')}
          </button>
          <button type="submit" className={`btn ${destructive ? 'btn-bad' : 'btn-primary'}`} aria-disabled={isSending}>
            {isSending ? pendingLabel : submitLabel}
          </button>
        </div>
      </form>
    </dialog>
  )
}
