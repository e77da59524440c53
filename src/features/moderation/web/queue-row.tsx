import type { ReactNode } from 'react'
import type { AdminPrompt } from '#features/moderation/content-contract.ts'
import { Icon } from '#ui/icon.tsx'
import { UtcTime } from '#ui/utc-time.tsx'
import { rowId } from './use-queue.ts'

type Props = {
  id: string
  title: string
  /** What kind of thing it is or what is special about it, as a badge after the title. */
  badge?: string
  /** What the content is about, below its title. */
  about?: ReactNode
  /** A short fact, such as the number of reports. */
  note?: string
  /** Undefined if the queue's content has no categories. */
  category?: AdminPrompt['category'] | null
  /** Who wrote or sent it. */
  username?: string
  time: string
  isOpen: boolean
  onOpen: () => void
  children: ReactNode
}

/**
 * A row of a queue, whose facts are in columns on wide screens. Clicking or focusing its heading opens it, and it then
 * shows everything needed for a decision.
 */
export function QueueRow({ id, title, badge, about, note, category, username, time, isOpen, onOpen, children }: Props) {
  return (
    <li className="border-hair border-b" data-cat={category?.slug}>
      <h2 className="font-sans font-normal text-body tracking-normal">
        <button
          type="button"
          id={rowId(id)}
          data-list-item=""
          aria-expanded={isOpen}
          className="queue-head"
          onFocus={onOpen}
          onClick={onOpen}
        >
          <Icon name="chevron-down" className="icon-sm" />
          <span className="queue-title">
            <span className="font-medium" dir="auto">
              {title}
            </span>
            {badge && <span className="badge ms-2">{badge}</span>}
            {about && <span className="block text-ink-2 text-small">{about}</span>}
          </span>
          <span className="queue-facts">
            {note !== undefined && <span className="queue-note">{note}</span>}
            {category !== undefined && (
              <span className="queue-category">
                {category && (
                  <span className="category">
                    <span className="tile" aria-hidden="true" />
                    {category.name}
                  </span>
                )}
              </span>
            )}
            {username !== undefined && <bdi className="queue-author">{username}</bdi>}
            <span className="queue-time">
              <UtcTime time={time} />
            </span>
          </span>
        </button>
      </h2>
      {isOpen && <div className="grid gap-4 pb-5">{children}</div>}
    </li>
  )
}
