import type { ReactNode } from 'react'
import { PageHead } from '#ui/page-head.tsx'

/** A page of plain text: a title, a lead, and text of a readable width. `aside` is beside it on wide screens. */
export function InfoPage({
  title,
  lead,
  aside,
  children,
}: {
  title: string
  lead: ReactNode
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="wrap">
      <PageHead title={title}>{lead}</PageHead>
      <div className="flex justify-between gap-12">
        <div className="prose min-w-0">{children}</div>
        {aside}
      </div>
    </div>
  )
}
