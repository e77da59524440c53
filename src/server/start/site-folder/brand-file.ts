import { createHash } from 'node:crypto'
import { type PreparedResponse, prepareResponse } from '../../http/send-bytes.ts'

const types = { svg: 'image/svg+xml', png: 'image/png', css: 'text/css; charset=utf-8' }
/** The Content-Security-Policy of logos and icons, which run no scripts and load nothing if somebody opens them. */
const imagePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/**
 * Builds the response for a logo, an icon or the operator's style sheet. The path is `at` or, if that is unset,
 * contains a hash of `bytes`, so that browsers load a changed file immediately. `headers`: the headers that all files
 * have.
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
        ...(kind !== 'css' && { 'Content-Security-Policy': imagePolicy }),
      },
      etag: `"${hash}"`,
      bodies: { identity: bytes },
    }),
  }
}
