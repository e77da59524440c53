import { useEffect } from 'react'

/** An event from before hydration. `value`: the field's text. */
type EarlyEvent = { type: 'click' | 'input' | 'change' | 'submit'; target: HTMLElement; value?: string }

declare global {
  interface Window {
    /** Stops the recording of events by public/early.js, and returns the recorded events. */
    takeEarlyEvents?: () => EarlyEvent[]
  }
}

/** Repeats clicks, input and submits from before hydration, so that nothing is lost on a slow network. */
export function useEventsBeforeHydration(): void {
  useEffect(() => {
    const events = (window.takeEarlyEvents?.() ?? []).filter(isLast)
    const changedTargets = new Set<EventTarget | null>()
    const noteChange = ({ target }: Event) => changedTargets.add(target)
    addEventListener('input', noteChange, true)
    // Deferred, because React hydrates a clicked part immediately only if it isn't rendering at the moment.
    setTimeout(() => {
      removeEventListener('input', noteChange, true)
      for (const event of events) {
        if (!event.target.isConnected) continue
        // Text that was typed while this was deferred is newer than the recorded value.
        repeat(changedTargets.has(event.target) ? { ...event, value: undefined } : event)
      }
    })
  }, [])
}

/** Whether the target has no later event of this type: people who see no response press again, but want one press. */
function isLast({ type, target }: EarlyEvent, index: number, events: EarlyEvent[]): boolean {
  return events.findLastIndex((other) => other.type === type && other.target === target) === index
}

function repeat({ type, target, value }: EarlyEvent): void {
  if (target instanceof HTMLFormElement) {
    // React hydrates the target of this event immediately, but not that of a submit event.
    target.dispatchEvent(new Event('pointercancel'))
    target.requestSubmit()
  } else if (type === 'click') target.click()
  else {
    // Rendering may have reset the field.
    const field = target as HTMLInputElement
    if (value !== undefined && field.value !== value) field.value = value
    field.dispatchEvent(new Event(type, { bubbles: true }))
  }
}
