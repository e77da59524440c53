import type { IncomingMessage, ServerResponse } from 'node:http'

/** A response whose headers and bytes are ready in every encoding, so that sending it is cheap. */
export type PreparedResponse = {
  status: number
  etag: string
  encodings: { br?: Prepared; gzip?: Prepared; identity: Prepared }
  notModified: string[]
  bytes: number
}

/**
 * Headers in the fastest form for node:http: names and values alternating. The body is a one-byte string, which node:http
 * writes in one piece with the headers, while a Buffer takes two.
 */
type Prepared = { headers: string[]; body: string }

type Source = {
  status: number
  headers: Record<string, string>
  etag: string
  bodies: { br?: Buffer; gzip?: Buffer; identity: Buffer }
}

/** Prepares a response for all later requests. */
export function prepareResponse({ status, headers, etag, bodies }: Source): PreparedResponse {
  const base = Object.entries({ ...headers, ETag: etag, Vary: 'Accept-Encoding' }).flat()
  const prepare = (body: Buffer, encoding?: string): Prepared => ({
    headers: [...base, ...(encoding ? ['Content-Encoding', encoding] : []), 'Content-Length', String(body.length)],
    body: body.toString('latin1'),
  })
  return {
    status,
    etag,
    encodings: {
      ...(bodies.br && { br: prepare(bodies.br, 'br') }),
      ...(bodies.gzip && { gzip: prepare(bodies.gzip, 'gzip') }),
      identity: prepare(bodies.identity),
    },
    notModified: base,
    bytes: bodies.identity.length + (bodies.br?.length ?? 0) + (bodies.gzip?.length ?? 0),
  }
}

/** The same response with other brotli bytes. */
export function withBrotli<Answer extends PreparedResponse>(answer: Answer, body: Buffer): Answer {
  const { br } = answer.encodings
  if (!br) return answer
  const headers = br.headers.with(-1, String(body.length))
  const encodings = { ...answer.encodings, br: { headers, body: body.toString('latin1') } }
  return { ...answer, encodings, bytes: answer.bytes - br.body.length + body.length }
}

/** Sends prepared bytes in the best encoding that the client accepts, or 304 if it has them. */
export function sendBytes(request: IncomingMessage, response: ServerResponse, answer: PreparedResponse): void {
  if (answer.status === 200 && request.headers['if-none-match']?.includes(answer.etag)) {
    response.writeHead(304, answer.notModified).end()
    return
  }
  const { br, gzip, identity } = answer.encodings
  const accepted = request.headers['accept-encoding'] ?? ''
  const prepared = (br && /\bbr\b/.test(accepted) && br) || (gzip && /\bgzip\b/.test(accepted) && gzip) || identity
  response.writeHead(answer.status, prepared.headers)
  response.end(request.method === 'HEAD' ? '' : prepared.body, 'latin1')
}
