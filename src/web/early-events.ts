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
    const events = window.takeEarlyEvents?.() ?? []
    // Deferred, because React hydrates a clicked part at once only outside of its own work.
    setTimeout(() => {
      for (const event of events) if (event.target.isConnected) repeat(event)
    })
  }, [])
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
