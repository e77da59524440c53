import { useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'

export type Notice = { title: string; text?: string; failed?: boolean }

/** How long a notice is visible, in ms. */
const noticeDuration = 5000

let current: Notice | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(notice: Notice | null) {
  current = notice
  for (const listener of listeners) listener()
}

/** Shows and announces a notice, which replaces the previous one. Only for event handlers in the browser. */
export function notify(notice: Notice): void {
  clearTimeout(timer)
  show(notice)
  timer = setTimeout(show, noticeDuration, null)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The visible notice. */
export function currentNotice(): Notice | null {
  return current
}

/** The live region for notices. It is always on the page, since screen readers announce only changes. */
export function Notices() {
  const notice = useSyncExternalStore(subscribe, currentNotice, () => null)
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(5rem+var(--dock,0px))] z-30 flex justify-center px-4 lg:bottom-[calc(1.5rem+var(--dock,0px))]"
    >
      {notice && (
        <div
          className={`flex max-w-104 gap-3 rounded-2 px-4 py-3 text-body text-raised shadow-float ${notice.failed ? 'bg-bad' : 'bg-ink'}`}
        >
          <Icon name={notice.failed ? 'circle-exclamation-point' : 'circle-check'} className="icon mt-0.5" />
          <span>
            <b className="block">{notice.title}</b>
            {notice.text}
          </span>
        </div>
      )}
    </div>
  )
}
