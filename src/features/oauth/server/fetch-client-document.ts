import { clientMetadataOf } from '../client-rules.ts'
import type { OauthContext } from './oauth-context.ts'
import { storeClient } from './store-client.ts'

/** The largest document that is read, in bytes (draft-ietf-oauth-client-id-metadata-document). */
const documentMaxBytes = 5 * 1024

/** The media types of JSON, such as application/json and application/oauth-client+json. */
const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/** The option by which the provider keeps `fetch` away from private addresses. */
type GuardedOptions = RequestInit & { dispatcher?: unknown }

/**
 * Returns the `fetch` with which the provider reads the documents of apps. Keeps the last good document, and returns it
 * while its host fails. Refuses to fetch without the provider's guard against private addresses.
 */
export function createDocumentFetch({ db, now, fetchDocument = fetch }: OauthContext): typeof fetch {
  return async (input, options: GuardedOptions = {}) => {
    if (!options.dispatcher) throw new Error('The guard against private addresses is missing.')
    const clientId = String(input)
    const read = await readDocument(() => fetchDocument(input, options)).catch((cause: unknown) => cause as Error)
    if (read instanceof Error || read.status === 429 || read.status >= 500) {
      const row = await db
        .selectFrom('oauthClients')
        .select('metadata')
        .where('clientId', '=', clientId)
        .executeTakeFirst()
      if (row) return Response.json(row.metadata)
      if (read instanceof Error) throw read
    }
    const { status, headers, text } = read
    if (status !== 200) return new Response(null, { status })
    if (text === null) throw new Error('The document is too large.')
    // Where people upload files, hosts send them as plain text. Such a file mustn't speak for its host.
    if (!jsonType.test(headers.get('content-type') ?? '')) throw new Error('The document isn’t sent as JSON.')
    const stated = readObject(text)
    const { client_secret: secret, token_endpoint_auth_method: method } = stated
    const metadata = clientMetadataOf(stated)
    if (!metadata || metadata.client_id !== clientId || secret !== undefined || isSecretMethod(method))
      throw new Error('The document is for another address, has an unsafe redirect address, or contains a secret.')
    await storeClient(db, metadata, now())
    const caching = headers.get('cache-control')
    return Response.json(metadata, { headers: caching ? { 'cache-control': caching } : {} })
  }
}

function isSecretMethod(method: unknown): boolean {
  return typeof method === 'string' && method.startsWith('client_secret')
}

/**
 * Fetches a document. `text` is null if the document is too large; the rest isn't read then. Throws an Error if the host
 * fails, also in the middle of the document.
 */
async function readDocument(send: () => Promise<Response>) {
  const { status, headers, body } = await send()
  const parts: Uint8Array[] = []
  let size = 0
  if (status !== 200) await body?.cancel()
  else
    for await (const part of body ?? []) {
      size += part.length
      parts.push(part)
      if (size > documentMaxBytes) break
    }
  return { status, headers, text: size > documentMaxBytes ? null : Buffer.concat(parts).toString() }
}

function readObject(json: string): Record<string, unknown> {
  const value: unknown = JSON.parse(json)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('Not a JSON object.')
  return value as Record<string, unknown>
}
