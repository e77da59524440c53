/** The parameters of an event. Never a user's name, email address or texts. */
type EventData = Record<string, string | number | boolean>
type Listener = (event: string, data: EventData) => void

let listener: Listener | undefined

/**
 * Reports an event to analytics, under Google's name if it has one (`login`, `sign_up`). Does nothing without consent.
 */
export function track(event: string, data: EventData = {}): void {
  listener?.(event, data)
}

/** Sets the listener of events: analytics, after consent. */
export function onTrack(newListener: Listener): void {
  listener = newListener
}
