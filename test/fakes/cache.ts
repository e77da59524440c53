import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type StoredResponse = { until: number; keys: Set<string>; body: string; headers: Record<string, string> }

/**
 * Starts a shared HTTP cache in front of the site at `origin`. It stores public responses for their lifetime (RFC 9111).
 * A PURGE request drops those whose Surrogate-Key header has one of the request's keys. `now` is the cache's clock.
 */
export async function startCache(origin: () => string, now: () => number = Date.now) {
  const stored = new Map<string, StoredResponse>()
  const purges: { keys: string[]; authorization?: string }[] = []
  let purgeStatus: number | null = 200

  const server = createServer(async (request, response) => {
    if (request.method === 'PURGE') {
      const keys = String(request.headers['surrogate-key']).split(' ')
      purges.push({ keys, authorization: request.headers.authorization })
      if (purgeStatus === 200)
        for (const [path, { keys: responseKeys }] of stored)
          if (keys.some((key) => responseKeys.has(key))) stored.delete(path)
      if (purgeStatus !== null) response.writeHead(purgeStatus).end()
      return
    }
    const path = request.url ?? '/'
    const cached = request.method === 'GET' ? stored.get(path) : undefined
    if (cached && now() < cached.until) {
      response.writeHead(200, { ...cached.headers, 'x-cache': 'hit' }).end(cached.body)
      return
    }
    const fromOrigin = await forward(origin() + path, request)
    const body = await fromOrigin.text()
    const type = fromOrigin.headers.get('content-type') ?? 'text/plain'
    const lifetime = lifetimeIn(fromOrigin.headers.get('cache-control') ?? '')
    if (request.method === 'GET' && fromOrigin.status === 200 && lifetime > 0) {
      const keys = new Set((fromOrigin.headers.get('surrogate-key') ?? '').split(' '))
      stored.set(path, { until: now() + lifetime * 1000, keys, body, headers: { 'content-type': type } })
    }
    const location = fromOrigin.headers.get('location')
    const forwardedHeaders = { 'set-cookie': fromOrigin.headers.getSetCookie(), ...(location && { location }) }
    response.writeHead(fromOrigin.status, { 'content-type': type, 'x-cache': 'miss', ...forwardedHeaders }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    purges,
    /** From now on, responds to purges with this status. Unless it is 200, nothing is dropped. */
    respondWith(next: number) {
      purgeStatus = next
    },
    /** From now on, doesn't respond to purges. */
    hang() {
      purgeStatus = null
    },
    close: () => new Promise((done) => server.close(done).closeAllConnections()),
  }
}

/** How long a shared cache may keep a response with this Cache-Control header, in seconds. */
export function lifetimeIn(cacheControl: string): number {
  if (/\b(private|no-store|no-cache)\b/.test(cacheControl)) return 0
  const [, seconds = 0] = /\bs-maxage=(\d+)/.exec(cacheControl) ?? /\bmax-age=(\d+)/.exec(cacheControl) ?? []
  return Number(seconds)
}

async function forward(url: string, request: IncomingMessage): Promise<Response> {
  const body = await request.toArray()
  const names = ['content-type', 'cookie'] as const
  const headers = names.flatMap((name) => (request.headers[name] ? [[name, String(request.headers[name])]] : []))
  const { method } = request
  return fetch(url, {
    method,
    redirect: 'manual',
    headers: Object.fromEntries(headers),
    ...(body.length > 0 && { body: Buffer.concat(body) }),
  })
}
