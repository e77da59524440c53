import type { ReactNode } from 'react'
import { PageHead } from '#ui/page-head.tsx'

/** A page of plain text: a title, a lead, and text of a readable width. */
export function InfoPage({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <div className="wrap">
      <PageHead title={title}>{lead}</PageHead>
      <div className="prose">{children}</div>
    </div>
  )
}
