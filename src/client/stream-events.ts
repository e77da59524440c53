import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** An event of a stream, with its name and its parsed JSON data. */
export type StreamEvent = { event: string; data: Record<string, unknown> }

/**
 * Reads the events of a text/event-stream (WHATWG HTML, 9.2.6) whose data is JSON. Skips comments, events without data,
 * and an incomplete event at the end. `onChunk` is called for every chunk, even if it contains only a comment.
 */
export async function* streamEvents(
  body: ReadableStream<Uint8Array>,
  onChunk: () => void = () => undefined,
): AsyncGenerator<StreamEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const parsedEvents: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => parsedEvents.push(event) })
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      onChunk()
      parser.feed(decoder.decode(value, { stream: true }))
      for (const { event = 'message', data } of parsedEvents.splice(0)) yield { event, data: JSON.parse(data) }
    }
  } finally {
    // If the caller stops reading, this closes the connection.
    reader.cancel().catch(() => undefined)
  }
}
