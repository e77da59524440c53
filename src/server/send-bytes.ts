import type { IncomingMessage, ServerResponse } from 'node:http'

export type Sendable = {
  status?: number
  headers: Record<string, string>
  etag: string
  bodies: { br?: Buffer; gzip?: Buffer; identity: Buffer }
}

/** Answers prepared bytes in the best encoding that the client takes, or 304 when it has them. */
export function sendBytes(
  request: IncomingMessage,
  response: ServerResponse,
  page: Sendable,
  extra: Record<string, string>,
) {
  const headers: Record<string, string | number> = {
    ...extra,
    ...page.headers,
    ETag: page.etag,
    Vary: 'Accept-Encoding',
  }
  const status = page.status ?? 200
  if (status === 200 && request.headers['if-none-match']?.includes(page.etag)) {
    response.writeHead(304, headers).end()
    return
  }
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding =
    page.bodies.br && /\bbr\b/.test(accepted) ? 'br' : page.bodies.gzip && /\bgzip\b/.test(accepted) ? 'gzip' : null
  const body = (encoding && page.bodies[encoding]) || page.bodies.identity
  if (encoding) headers['Content-Encoding'] = encoding
  headers['Content-Length'] = body.length
  response.writeHead(status, headers)
  response.end(request.method === 'HEAD' ? undefined : body)
}
