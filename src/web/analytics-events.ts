/** What an event says besides its name. Never a person's name, e-mail address or own words. */
type EventData = Record<string, string | number | boolean>
type Listener = (event: string, data: EventData) => void

let listener: Listener | undefined

/** Tells analytics of an event, by Google's names where it has one (`login`, `sign_up`). Nothing happens without consent. */
export function track(event: string, data: EventData = {}): void {
  listener?.(event, data)
}

/** Says who hears of events: analytics, once it was consented to. */
export function onTrack(given: Listener): void {
  listener = given
}
