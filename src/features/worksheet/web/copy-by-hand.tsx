import { useEffect, useRef } from 'react'
import { FailureNote } from '#ui/note.tsx'
import { useWorksheet } from './use-worksheet.ts'

/** Shows the filled-in text, already selected, so that the reader can copy it if the browser blocks the clipboard. */
export function CopyByHand() {
  const { uncopiedText, closeUncopied } = useWorksheet()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (uncopiedText !== null) field.current?.select()
  }, [uncopiedText])
  if (uncopiedText === null) return null
  return (
    <FailureNote
      title="The browser blocked copying"
      action={
        <button type="button" className="btn" onClick={closeUncopied}>
          Close
        </button>
      }
    >
      The filled-in text is selected here. Press Ctrl and C (⌘ and C on a Mac), or allow the clipboard for this site.
      <textarea
        ref={field}
        readOnly
        aria-label="Filled text"
        className="mt-2 block h-32 w-full rounded-1 border border-edge bg-raised p-2 font-mono text-code"
        value={uncopiedText}
      />
    </FailureNote>
  )
}
