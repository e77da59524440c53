import { useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { ReportDialog } from './report-dialog.tsx'

/** The button with which members report a suggested edit. `id` is its id, and `title` the title of its prompt. */
export function ReportRequestButton({ id, title }: { id: string; title: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        <Icon name="shield" className="icon-sm" />
        Report
      </button>
      {open && (
        <ReportDialog
          target={{ changeRequestId: id }}
          heading="Report this suggested edit"
          title={title}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
