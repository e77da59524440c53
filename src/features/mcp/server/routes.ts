import { getCollectionIdOrThrow } from '#features/collections/server/collection-queries.ts'
import { type Api, createApi } from '#platform/api.ts'
import { AppError } from '#platform/errors.ts'
import { mcpCollectionPath, mcpLimits, mcpPath } from '../rules.ts'
import { type McpContext, type McpRequest, readerOf } from './mcp-context.ts'
import type { ProtocolHandler } from './modelcontextprotocol.ts'

/**
 * Creates the endpoints of the Model Context Protocol, with the guards and limits of the API. Browsers get pages at the
 * same paths, from src/server/http/http-server.ts.
 */
export function mcpRoutes(context: McpContext): Api {
  const api = createApi()
  // The protocol's SDK loads with the first request.
  let handler: Promise<ProtocolHandler> | undefined
  const load = async () => (await import('./modelcontextprotocol.ts')).createProtocolHandler(context)

  const handle = async (request: Request, text: string, mcpRequest: McpRequest) => {
    const body = readMessage(text)
    handler ??= load()
    return (await handler)(request, mcpRequest, body)
  }

  const paths = [mcpPath, `${mcpCollectionPath}:slug`]
  // Programs in a web page of any site may read what visitors see. Their browsers send them no cookies or tokens.
  for (const path of paths)
    api.use(path, async (c, next) => {
      await next()
      c.res.headers.set('Access-Control-Allow-Origin', '*')
    })
  for (const path of paths)
    api.options(path, (c) => {
      for (const [name, value] of Object.entries(preflightHeaders)) c.header(name, value)
      return c.body(null, 204)
    })
  api.post(mcpPath, async (c) => {
    const text = await c.req.text()
    const make = () => handle(c.req.raw, text, { caller: c.get('actor'), collectionId: null })
    return context.responses?.makeAndCache(text, (name) => c.req.header(name), make) ?? make()
  })
  api.post(`${mcpCollectionPath}:slug`, async (c) => {
    const caller = c.get('actor')
    const collectionId = await getCollectionIdOrThrow(context.db, readerOf(caller), c.req.param('slug'))
    return handle(c.req.raw, await c.req.text(), { caller, collectionId })
  })
  for (const path of paths)
    api.all(path, (c) => {
      throw new AppError('method_not_allowed', `${c.req.method} isn’t allowed here. Allowed: POST.`, {
        headers: { Allow: 'POST' },
      })
    })
  return api
}

/**
 * The response to a browser that asks whether a page of another site may send a request (Fetch, "CORS protocol"). The
 * allowed headers don't include Authorization, so such a page can't use anybody's API token.
 */
const preflightHeaders = {
  Allow: 'POST, OPTIONS',
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers':
    'Content-Type, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID',
  'Access-Control-Max-Age': '7200',
}

/** Reads the JSON of a request. Throws AppError malformed_json, validation_failed. */
function readMessage(text: string): unknown {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new AppError('malformed_json', 'The body is not valid JSON. Check it and send it again.')
  }
  if (Array.isArray(body) && body.length > mcpLimits.batch)
    throw new AppError('validation_failed', `A batch has at most ${mcpLimits.batch} messages.`)
  return body
}
