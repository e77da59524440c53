import { useState } from 'react'
import type { Comparison } from '#features/comparison/contract.ts'
import { Icon } from '#ui/icon.tsx'
import { ReportDialog } from './report-dialog.tsx'

/** The button for members to report another user's comparison, on a prompt's page or on the comparison's page. */
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
