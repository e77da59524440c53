import { useState } from 'react'
import type { Collection } from '#features/collections/contract.ts'
import { Icon } from '#ui/icon.tsx'
import { ReportDialog } from './report-dialog.tsx'

/** The button with which members report another member's collection. */
export function ReportCollectionButton({ collection }: { collection: Collection }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        <Icon name="shield" className="icon-sm" />
        Report
      </button>
      {open && (
        <ReportDialog
          target={{ collectionId: collection.id }}
          heading="Report this collection"
          title={collection.title}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
