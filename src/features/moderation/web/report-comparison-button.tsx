import { useState } from 'react'
import type { Comparison } from '#features/comparison/contract.ts'
import { Icon } from '#ui/icon.tsx'
import { ReportDialog } from './report-dialog.tsx'

/** The button with which members report another member's published or shared comparison. */
export function ReportComparisonButton({ comparison }: { comparison: Comparison }) {
  const [open, setOpen] = useState(false)
  const { id, isOwner, published, shared, name, prompt } = comparison
  if (isOwner || !(published || shared)) return null
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        <Icon name="shield" className="icon-sm" />
        Report
      </button>
      {open && (
        <ReportDialog
          target={{ comparisonId: id }}
          heading="Report this comparison"
          title={name ?? prompt?.title ?? ''}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
