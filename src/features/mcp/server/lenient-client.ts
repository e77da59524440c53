/** The media types that the protocol requires in Accept. Many clients send fewer of them. */
const requiredAccept = 'application/json, text/event-stream'

/**
 * Responds to clients that are less exact than the protocol (2025-11-25, "Transports"). A client that doesn't accept
 * event streams gets JSON. The version in the header of `initialize` is ignored, so that a newer one is negotiated.
 * `respond` makes the response to a request that is exact. `body`: the parsed JSON.
 */
export async function respondLeniently(
  request: Request,
  body: unknown,
  respond: (request: Request) => Promise<Response>,
): Promise<Response> {
  const acceptsStream = request.headers.get('accept')?.includes('text/event-stream') === true
  const headers = new Headers(request.headers)
  headers.set('accept', requiredAccept)
  if (isInitialize(body)) headers.delete('mcp-protocol-version')
  const response = await respond(new Request(request.url, { method: request.method, headers, signal: request.signal }))
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  // The connection is the server's: a client may have asked to close it.
  const responseHeaders = new Headers(response.headers)
  responseHeaders.delete('connection')
  const { status } = response
  if (!isStream || acceptsStream) return new Response(response.body, { status, headers: responseHeaders })
  responseHeaders.set('content-type', 'application/json')
  const messages = messagesOf(await response.text())
  const json = Array.isArray(body) ? `[${messages.join(',')}]` : (messages.at(-1) ?? 'null')
  return new Response(json, { status, headers: responseHeaders })
}

function isInitialize(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'method' in body && body.method === 'initialize'
}

/** The messages of an event stream, each as JSON. The SDK writes each of them on one line. */
function messagesOf(stream: string): string[] {
  return [...stream.matchAll(/^data: (.+)$/gm)].map(([, message = '']) => message)
}
