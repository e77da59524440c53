import type { ReactNode } from 'react'
import { rowId } from './use-queue.ts'

/** A row of a queue. Clicking or focusing its heading opens it, and it then shows everything needed for a decision. */
export function QueueRow({
  id,
  title,
  facts,
  category,
  isOpen,
  onOpen,
  children,
}: {
  id: string
  title: string
  /** Short facts beside the title, such as the date. */
  facts: ReactNode
  /** The slug of the category that gives the row its color. */
  category?: string
  isOpen: boolean
  onOpen: () => void
  children: ReactNode
}) {
  return (
    <li className="border-hair border-b" data-cat={category}>
      <h2 className="font-sans tracking-normal">
        <button
          type="button"
          id={rowId(id)}
          data-list-item=""
          aria-expanded={isOpen}
          className="flex w-full flex-wrap items-baseline gap-x-4 gap-y-1 py-3 text-start hover:bg-hover"
          onFocus={onOpen}
          onClick={onOpen}
        >
          <span
            className={`min-w-0 flex-1 basis-60 leading-snug [overflow-wrap:anywhere] ${isOpen ? 'font-display font-semibold text-h3' : 'font-medium'}`}
            dir="auto"
          >
            {title}
          </span>
          <span className="flex flex-wrap gap-x-3 font-normal text-ink-2 text-small">{facts}</span>
        </button>
      </h2>
      {isOpen && <div className="grid gap-4 pb-5">{children}</div>}
    </li>
  )
}
