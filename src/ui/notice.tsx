import { useEffect, useSyncExternalStore } from 'react'
import { t } from '#lib/texts.ts'
import { Icon } from './icon.tsx'

export type Notice = { title: string; text?: string; isFailure?: boolean }

/** How long a notice is visible, in ms. */
const noticeDuration = 5000

/** The shortest time for which a notice is shown, in ms, even if the page changes, as it does right after a sign-in. */
const minDuration = 1500

let current: Notice | null = null
let shownAt = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(notice: Notice | null) {
  current = notice
  for (const listener of listeners) listener()
}

function hideLater() {
  clearTimeout(timer)
  timer = setTimeout(show, noticeDuration, null)
}

/** Shows and announces a notice, which replaces the previous one. Call it only in event handlers in the browser. */
export function notify(notice: Notice): void {
  shownAt = Date.now()
  show(notice)
  hideLater()
}

/** Hides the notice, unless it appeared less than `minDuration` ago. Called when the reader moves to another page. */
export function hideSeenNotice(): void {
  if (Date.now() - shownAt > minDuration) show(null)
}

/** Hides the notice of a failure at the next press elsewhere, so that it doesn't cover what the reader does next. */
function hideFailure({ target }: PointerEvent) {
  if (current?.isFailure && !(target as Element).closest('.notices')) hideSeenNotice()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The notice that is shown, or null. */
export function currentNotice(): Notice | null {
  return current
}

/**
 * The live region that shows notices. It is always on the page, because screen readers only announce changes in it. A
 * notice doesn't time out while the pointer or the focus is on it.
 */
export function Notices() {
  const notice = useSyncExternalStore(subscribe, currentNotice, () => null)
  useEffect(() => {
    document.addEventListener('pointerdown', hideFailure)
    return () => document.removeEventListener('pointerdown', hideFailure)
  }, [])
  return (
    <div role="status" className="notices">
      {notice && (
        // biome-ignore lint/a11y/noStaticElementInteractions: these handlers only keep the notice visible.
        <div
          className={notice.isFailure ? 'notice bg-bad' : 'notice bg-ink'}
          onPointerEnter={() => clearTimeout(timer)}
          onPointerLeave={({ currentTarget }) => currentTarget.matches(':focus-within') || hideLater()}
          onFocus={() => clearTimeout(timer)}
          onBlur={({ currentTarget }) => currentTarget.matches(':hover') || hideLater()}
        >
          <Icon name={notice.isFailure ? 'circle-exclamation-point' : 'circle-check'} className="icon mt-0.5" />
          <span>
            <b className="block">{notice.title}</b>
            {notice.text}
          </span>
          <button type="button" aria-label={t('Dismiss')} onClick={() => show(null)}>
            <Icon name="x" />
          </button>
        </div>
      )}
    </div>
  )
}
