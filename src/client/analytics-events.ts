/** The parameters of an event. They must not contain a user's name, email address or texts. */
type EventData = Record<string, string | number | boolean>
type Listener = (event: string, data: EventData) => void

let listener: Listener | undefined

/**
 * Reports an event to analytics. If Google has a name for the event (`login`, `sign_up`), use that. Does nothing
 * without the visitor's consent.
 */
export function track(event: string, data: EventData = {}): void {
  listener?.(event, data)
}

/** Sets the function that receives events. Call it once the visitor has consented to analytics. */
export function onTrack(newListener: Listener): void {
  listener = newListener
}
