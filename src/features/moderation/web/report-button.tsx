import { useState } from 'react'
import type { User } from '#features/accounts/contract.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { isOwn } from '#features/writing/web/may-edit.ts'
import { Icon } from '#ui/icon.tsx'
import { ReportDialog } from './report-dialog.tsx'

/** The button with which members report another author's prompt. */
export function ReportButton({ user, prompt }: { user: User; prompt: Prompt }) {
  const [open, setOpen] = useState(false)
  if (isOwn(user, prompt)) return null
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        <Icon name="shield" className="icon-sm" />
        Report
      </button>
      {open && (
        <ReportDialog
          target={{ promptId: prompt.id }}
          heading="Report this prompt"
          title={prompt.title}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
