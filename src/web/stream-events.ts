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
  let rest = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      onPiece()
      // A line end may be cut in two: a lone CR at the end of a piece waits for what follows.
      const text = (rest + decoder.decode(value, { stream: true })).replace(/\r\n|\r(?!$)/g, '\n')
      const frames = text.split('\n\n')
      rest = frames.pop() as string
      for (const frame of frames) {
        const event = eventOf(frame)
        if (event) yield event
      }
    }
  } finally {
    // Whoever stops listening closes the line. One that is closed already, or failed, needs no closing.
    reader.cancel().catch(() => undefined)
  }
}

function eventOf(frame: string): StreamEvent | null {
  let event = 'message'
  const data: string[] = []
  for (const line of frame.split('\n')) {
    const [, name, value = ''] = /^(\w+)(?:: ?(.*))?$/s.exec(line) ?? []
    if (name === 'event') event = value
    if (name === 'data') data.push(value)
  }
  return data.length === 0 ? null : { event, data: JSON.parse(data.join('\n')) }
}
