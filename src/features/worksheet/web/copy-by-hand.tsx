import { useEffect, useRef } from 'react'
import { t } from '#lib/texts.ts'
import { FailureNote } from '#ui/note.tsx'
import { useWorksheet } from './use-worksheet.ts'

/** Shows the filled-in text, already selected, for the reader to copy if the browser has blocked the clipboard. */
export function CopyByHand() {
  const { uncopiedText, closeUncopied } = useWorksheet()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (uncopiedText !== null) field.current?.select()
  }, [uncopiedText])
  if (uncopiedText === null) return null
  return (
    <FailureNote
      title={t('The browser blocked copying')}
      action={
        <button type="button" className="btn" onClick={closeUncopied}>
          {t('Close')}
        </button>
      }
    >
      {t('The filled-in text is selected here. Press Ctrl+C (⌘C on a Mac), or allow this site to use the clipboard.')}
      <textarea
        ref={field}
        readOnly
        aria-label={t('Filled text')}
        className="mt-2 block h-32 w-full rounded-1 border border-edge bg-raised p-2 font-mono text-code"
        value={uncopiedText}
      />
    </FailureNote>
  )
}
