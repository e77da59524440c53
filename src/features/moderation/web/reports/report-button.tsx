import { useState } from 'react'
import type { ReportButtonProps } from '#client/report-slot.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { ReportDialog } from './report-dialog.tsx'

/** The button with which members report what somebody else wrote. */
export function ReportButton({ target, noun, title, className = 'btn', children }: ReportButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {children ?? (
          <>
            <Icon name="shield" className="icon-sm" />
            {t('Report')}
          </>
        )}
      </button>
      {open && (
        <ReportDialog target={target} heading={`Report this ${noun}`} title={title} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
