import type { ReactNode } from 'react'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'

/** The short message of an empty section. `action`: the next step, such as a button. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-2 border border-edge border-dashed px-5 py-4">
      <Icon name="inbox" className="icon text-ink-3" />
      <p className="flex-1 basis-60">{children}</p>
      {action}
    </div>
  )
}

/** The message of a later page of a list whose entries have all been removed since. Its first page may have others. */
export function EmptyPage() {
  return <Empty>{t('This page of the list is empty. Go to the first page.')}</Empty>
}
