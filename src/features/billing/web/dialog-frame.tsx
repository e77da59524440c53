import { type ReactNode, useEffect, useId, useRef } from 'react'

/** A native modal dialog that is open while it is rendered. Esc closes it, and the browser then restores focus. */
export function DialogFrame({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  /** Renders the content. `close` closes the dialog. */
  children: (close: () => void) => ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose}>
      <h2 id={id} className="mb-2 text-h3">
        {title}
      </h2>
      {children(() => dialog.current?.close())}
    </dialog>
  )
}
