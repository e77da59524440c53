import { createHash } from 'node:crypto'
import { type PreparedResponse, prepareResponse } from '../send-bytes.ts'

const types = { svg: 'image/svg+xml', png: 'image/png', css: 'text/css; charset=utf-8' }
/** For a picture that is opened directly: it runs no scripts and loads nothing. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/**
 * Builds a response from a file of the operator's folder. Its path is `at`; if that is unset, the path has a hash, so that
 * browsers load a changed file immediately. `headers`: the headers of every response.
 */
export function brandFile(
  bytes: Buffer,
  kind: keyof typeof types,
  headers: Record<string, string>,
  at?: string,
): { path: string; response: PreparedResponse } {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return {
    path: at ?? `/assets/site-${hash}.${kind}`,
    response: prepareResponse({
      status: 200,
      headers: {
        ...headers,
        'Content-Type': types[kind],
        'Cache-Control': at ? 'public, max-age=3600' : 'public, max-age=31536000, immutable',
        ...(kind !== 'css' && { 'Content-Security-Policy': picturePolicy }),
      },
      etag: `"${hash}"`,
      bodies: { identity: bytes },
    }),
  }
}
