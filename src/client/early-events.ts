import { useEffect } from 'react'

/** An event from before hydration. `value`: the field's value at that time. */
type EarlyEvent = { type: 'click' | 'input' | 'change' | 'submit'; target: HTMLElement; value?: string }

declare global {
  interface Window {
    /** Stops the recording of events by public/early.js, and returns the recorded events. */
    takeEarlyEvents?: () => EarlyEvent[]
  }
}

/** Repeats the clicks, inputs and form submissions from before hydration, so that none is lost on a slow network. */
export function useRepeatEarlyEvents(): void {
  useEffect(() => {
    const events = (window.takeEarlyEvents?.() ?? []).filter(isLast)
    const changedTargets = new Set<EventTarget | null>()
    const noteChange = ({ target }: Event) => changedTargets.add(target)
    addEventListener('input', noteChange, true)
    // Deferred, because React hydrates a clicked part immediately only while React isn't rendering.
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

/** Whether this is the target's last event of its type. People who see no response press again, but mean one press. */
function isLast({ type, target }: EarlyEvent, index: number, events: EarlyEvent[]): boolean {
  return events.findLastIndex((other) => other.type === type && other.target === target) === index
}

function repeat({ type, target, value }: EarlyEvent): void {
  if (target instanceof HTMLFormElement) {
    // React hydrates the target of a pointercancel event immediately, but not that of a submit event.
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
