import { useState } from 'react'
import { shorten } from '#lib/shorten.ts'
import { ReportDialog } from './report-dialog.tsx'

/** How many characters of the comment the dialog shows. */
const shownMax = 200

/** The button with which members report another member's comment. */
export function ReportCommentButton({ commentId, text }: { commentId: string; text: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        Report
      </button>
      {open && (
        <ReportDialog
          target={{ commentId }}
          heading="Report this comment"
          title={shorten(text, shownMax)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
