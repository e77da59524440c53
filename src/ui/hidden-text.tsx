import type { ReactNode } from 'react'

/** A part of a text (`rich`) that only screen readers read. */
export function hidden(text: ReactNode): ReactNode {
  return <span className="sr-only">{text}</span>
}
