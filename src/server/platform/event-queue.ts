/** A queue of events between their source and their reader. */
export function createEventQueue<Event>() {
  const waiting: Event[] = []
  let end: { error?: unknown } | null = null
  let wake = () => {}
  let first = { resolve: () => {}, reject: (_: unknown) => {} }
  /** Resolves with the first event, or the end if there is none; rejects with an earlier failure. */
  const firstEvent = new Promise<void>((resolve, reject) => {
    first = { resolve, reject }
  })

  return {
    firstEvent,
    push(event: Event) {
      waiting.push(event)
      first.resolve()
      wake()
    },
    end() {
      end = {}
      first.resolve()
      wake()
    },
    fail(error: unknown) {
      end = { error }
      first.reject(error)
      wake()
    },
    /** The events up to the end, which may be a failure. `onLeft` runs when the reader stops, at the end or earlier. */
    async *read(onLeft: () => void): AsyncGenerator<Event> {
      try {
        for (;;) {
          for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) yield event
          if (end) break
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
        if (end && 'error' in end) throw end.error
      } finally {
        onLeft()
      }
    },
  }
}
