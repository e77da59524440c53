/** An event of a stream: its name, and its data, parsed from JSON. */
export type ReadEvent = { event: string; data: Record<string, unknown> }

/**
 * Reads a text/event-stream to its end, and skips comments. `onEvent` is called for each event. Throws an Error if the
 * response isn't a stream.
 */
export async function readEvents(response: Response, onEvent?: (event: ReadEvent) => void): Promise<ReadEvent[]> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    throw new Error(`Expected a stream of events, got ${response.status}: ${await response.text()}`)
  const events: ReadEvent[] = []
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    const frames = text.split('\n\n')
    text = frames.pop() as string
    for (const frame of frames) {
      const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? []
      if (!event) continue
      const readEvent = { event, data: JSON.parse(data) }
      events.push(readEvent)
      onEvent?.(readEvent)
    }
  }
  return events
}
