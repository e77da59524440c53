import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** An error within the page, and what to do about it. Screen readers announce it immediately. */
export function FailureNote({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex gap-3 rounded-1 border border-hair border-s-4 border-s-bad bg-bad-wash px-4 py-3 text-body"
    >
      <Icon name="circle-exclamation-point" className="icon mt-0.5 text-bad" />
      <div className="min-w-0 flex-1">
        <b>{title}</b>
        {children && <div>{children}</div>}
        {action && <div className="mt-2.5">{action}</div>}
      </div>
    </div>
  )
}
