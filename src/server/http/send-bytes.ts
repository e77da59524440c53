import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compressGzip = promisify(gzip)

/** A response that is prepared in one or more encodings, so that sending it takes little CPU time. */
export type PreparedResponse = {
  status: number
  etag: string
  encodings: { br?: Prepared; gzip?: Prepared; identity: Prepared }
  /** Compresses the body with gzip. Called when a client accepts gzip but not Brotli. */
  gzipLater?: () => Promise<Prepared>
  /** The headers of a response with the status 304. */
  notModified: string[]
  /** The size of all bodies together, which counts toward the limit of a cache. */
  bytes: number
}

/**
 * Headers and body in the form that node:http sends fastest. In the list of headers, names and values alternate. The
 * body is a latin1 string, which node:http writes together with the headers; a Buffer would take a second write.
 */
type Prepared = { headers: string[]; body: string }

type UnpreparedResponse = {
  status: number
  headers: Record<string, string>
  etag: string
  /** `gzip: 'later'` means that the body is compressed with gzip when a client needs that. */
  bodies: { br?: Buffer; gzip?: Buffer | 'later'; identity: Buffer }
}

/** Prepares a response that can be sent to any number of requests. */
export function prepareResponse({ status, headers, etag, bodies }: UnpreparedResponse): PreparedResponse {
  const base = Object.entries({ ...headers, ETag: etag, Vary: 'Accept-Encoding' }).flat()
  const prepare = (body: Buffer, encoding?: string): Prepared => ({
    headers: [...base, ...(encoding ? ['Content-Encoding', encoding] : []), 'Content-Length', String(body.length)],
    body: body.toString('latin1'),
  })
  const { br, gzip, identity } = bodies
  const isLater = gzip === 'later'
  const uncompressed = prepare(identity)
  return {
    status,
    etag,
    encodings: {
      ...(br && { br: prepare(br, 'br') }),
      ...(gzip && !isLater && { gzip: prepare(gzip, 'gzip') }),
      identity: uncompressed,
    },
    ...(isLater && {
      gzipLater: async () => prepare(await compressGzip(Buffer.from(uncompressed.body, 'latin1')), 'gzip'),
    }),
    notModified: base,
    // A gzip body that doesn't exist yet counts as being as large as the Brotli body.
    bytes: identity.length + (br?.length ?? 0) + ((isLater ? br : gzip)?.length ?? 0),
  }
}

/** Returns the same response with another Brotli body. A response without a Brotli body is returned unchanged. */
export function withBrotli<Page extends PreparedResponse>(prepared: Page, body: Buffer): Page {
  const { br } = prepared.encodings
  if (!br) return prepared
  const headers = br.headers.with(-1, String(body.length))
  const encodings = { ...prepared.encodings, br: { headers, body: body.toString('latin1') } }
  return { ...prepared, encodings, bytes: prepared.bytes - br.body.length + body.length }
}

// `br;q=0` means that the client doesn't accept Brotli.
const acceptsBrotli = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/
const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/

/** Sends a prepared response in the best encoding that the client accepts, or 304 if the client has it already. */
export function sendBytes(request: IncomingMessage, response: ServerResponse, prepared: PreparedResponse): void {
  if (prepared.status === 200 && request.headers['if-none-match']?.includes(prepared.etag)) {
    response.writeHead(304, prepared.notModified).end()
    return
  }
  const { br, gzip, identity } = prepared.encodings
  const accepted = request.headers['accept-encoding'] ?? ''
  const takesGzip = acceptsGzip.test(accepted)
  const send = ({ headers, body }: Prepared) => {
    response.writeHead(prepared.status, headers)
    response.end(request.method === 'HEAD' ? '' : body, 'latin1')
  }
  if (br && acceptsBrotli.test(accepted)) send(br)
  else if (takesGzip && gzip) send(gzip)
  else if (takesGzip && prepared.gzipLater) {
    void prepared.gzipLater().then((made) => {
      prepared.encodings.gzip = made
      send(made)
    })
  } else send(identity)
}
