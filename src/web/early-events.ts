import { useEffect } from 'react'

/** An event that came before hydration. `value`: the text of the field at that time. */
type EarlyEvent = { type: 'click' | 'input' | 'change' | 'submit'; target: HTMLElement; value?: string }

declare global {
  interface Window {
    /** Makes `public/early.js` stop recording events, and returns the recorded events. */
    takeEarlyEvents?: () => EarlyEvent[]
  }
}

/** Repeats clicks, input and submits from before hydration, so that nothing is lost on a slow network. */
export function useEarlyEvents(): void {
  useEffect(() => {
    const events = (window.takeEarlyEvents?.() ?? []).filter(isLast)
    const changedTargets = new Set<EventTarget | null>()
    const noteChange = ({ target }: Event) => changedTargets.add(target)
    addEventListener('input', noteChange, true)
    // This is deferred, because React hydrates a clicked part immediately only if it isn't rendering at the moment.
    setTimeout(() => {
      removeEventListener('input', noteChange, true)
      for (const event of events) {
        if (!event.target.isConnected) continue
        // If the reader has typed since then, the text in the field is newer than the recorded value.
        repeat(changedTargets.has(event.target) ? { ...event, value: undefined } : event)
      }
    })
  }, [])
}

/**
 * Whether this is the last event of its type for its target. People who see no response press again, but mean a single
 * press.
 */
function isLast({ type, target }: EarlyEvent, index: number, events: EarlyEvent[]): boolean {
  return events.findLastIndex((other) => other.type === type && other.target === target) === index
}

function repeat({ type, target, value }: EarlyEvent): void {
  if (target instanceof HTMLFormElement) {
    // React hydrates the target of this event immediately, unlike that of a submit event.
    target.dispatchEvent(new Event('pointercancel'))
    target.requestSubmit()
  } else if (type === 'click') target.click()
  else {
    // Rendering may have reset the text of the field.
    const field = target as HTMLInputElement
    if (value !== undefined && field.value !== value) field.value = value
    field.dispatchEvent(new Event(type, { bubbles: true }))
  }
}
