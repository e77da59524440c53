import { useEffect } from 'react'

/** An event from before hydration; with the value of the field. */
type EarlyEvent = { type: 'click' | 'input' | 'change' | 'submit'; target: HTMLElement; value?: string }

declare global {
  interface Window {
    /** Stops the recording of events by public/early.js, and returns those so far. */
    takeEarlyEvents?: () => EarlyEvent[]
  }
}

/** Repeats what visitors clicked, typed, chose and sent before hydration, so that nothing is lost on a slow network. */
export function useEarlyEvents(): void {
  useEffect(() => {
    const events = (window.takeEarlyEvents?.() ?? []).filter(isLastOfField)
    const changed = new Set<EventTarget | null>()
    const noteChange = ({ target }: Event) => changed.add(target)
    addEventListener('input', noteChange, true)
    // Deferred, because React hydrates a clicked part at once only outside of its own work.
    setTimeout(() => {
      removeEventListener('input', noteChange, true)
      for (const event of events) {
        if (!event.target.isConnected) continue
        // Letters typed meanwhile came later than those that were recorded.
        repeat(changed.has(event.target) ? { ...event, value: undefined } : event)
      }
    })
  }, [])
}

/** Whether a field has no later event of this type. */
function isLastOfField({ type, target, value }: EarlyEvent, index: number, events: EarlyEvent[]): boolean {
  return value === undefined || events.findLastIndex((one) => one.type === type && one.target === target) === index
}

function repeat({ type, target, value }: EarlyEvent): void {
  if (target instanceof HTMLFormElement) {
    // Not a submit event, but this one makes React hydrate its target at once.
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
