import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** An event of a stream: its name, and its data as read from JSON. */
export type StreamEvent = { event: string; data: Record<string, unknown> }

/**
 * The events of a text/event-stream (WHATWG HTML, 9.2.6), each with JSON as its data. Comments and events without data are
 * passed over; what comes after the last blank line is no event. `onPiece` hears of every piece, also of a mere comment.
 */
export async function* streamEvents(
  body: ReadableStream<Uint8Array>,
  onPiece: () => void = () => undefined,
): AsyncGenerator<StreamEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const read: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => read.push(event) })
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      onPiece()
      parser.feed(decoder.decode(value, { stream: true }))
      for (const { event = 'message', data } of read.splice(0)) yield { event, data: JSON.parse(data) }
    }
  } finally {
    // Whoever stops listening closes the line. One that is closed already, or failed, needs no closing.
    reader.cancel().catch(() => undefined)
  }
}
