/** Creates a queue that passes events from a producer to a single reader. */
export function createEventQueue<Event>() {
  const waiting: Event[] = []
  let outcome: { error?: unknown } | null = null
  let wakeReader = () => {}
  let resolveFirstEvent = () => {}
  let rejectFirstEvent = (_: unknown) => {}
  /** Resolves at the first event, or at the end if there are no events. Rejects if `fail` is called before that. */
  const firstEvent = new Promise<void>((resolve, reject) => {
    resolveFirstEvent = resolve
    rejectFirstEvent = reject
  })

  return {
    firstEvent,
    push(event: Event) {
      waiting.push(event)
      resolveFirstEvent()
      wakeReader()
    },
    end() {
      outcome = {}
      resolveFirstEvent()
      wakeReader()
    },
    fail(error: unknown) {
      outcome = { error }
      rejectFirstEvent(error)
      wakeReader()
    },
    /**
     * Reads the events. After the last event, throws the error that `fail` received. `onStop` is called when the reader
     * stops, at the end or earlier.
     */
    async *read(onStop: () => void): AsyncGenerator<Event> {
      try {
        for (;;) {
          for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) yield event
          if (outcome) break
          await new Promise<void>((resolve) => {
            wakeReader = resolve
          })
        }
        if (outcome && 'error' in outcome) throw outcome.error
      } finally {
        onStop()
      }
    },
  }
}
