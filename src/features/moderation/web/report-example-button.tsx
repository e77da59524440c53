import { useState } from 'react'
import type { Example } from '#features/examples/contract.ts'
import { ReportDialog } from './report-dialog.tsx'

/** The button with which members report another member's example. `title` is the title of its prompt. */
export function ReportExampleButton({ example, title }: { example: Example; title: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        Report<span className="sr-only"> the example by {example.user.username}</span>
      </button>
      {isOpen && (
        <ReportDialog
          target={{ exampleId: example.id }}
          heading="Report this example"
          title={`${example.model}: ${title}`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
