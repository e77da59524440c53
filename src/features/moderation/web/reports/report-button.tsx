import { useState } from 'react'
import type { ReportButtonProps, ReportNoun } from '#client/report-slot.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { ReportDialog } from './report-dialog.tsx'

const headings: Record<ReportNoun, Message> = {
  prompt: msg('Report this prompt'),
  comparison: msg('Report this comparison'),
  collection: msg('Report this collection'),
  example: msg('Report this example'),
  comment: msg('Report this comment'),
  profile: msg('Report this profile'),
  'suggested edit': msg('Report this suggested edit'),
}

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
        <ReportDialog
          target={target}
          heading={translate(headings[noun])}
          title={title}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
