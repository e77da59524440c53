import { getCollectionIdOrThrow } from '#features/collections/server/collection-queries.ts'
import { tokenScopes } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import type { Caller } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { AppError } from '#platform/errors.ts'
import { mcpCollectionPath, mcpLimits, mcpMemberPath, mcpPath } from '../rules.ts'
import { isWritingTool } from './call-tool.ts'
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

  const handle = async (request: Request, body: unknown, mcpRequest: McpRequest) => {
    handler ??= load()
    return (await handler)(request, mcpRequest, body)
  }

  api.post(mcpPath, async (c) => {
    const text = await c.req.text()
    const make = () => handle(c.req.raw, readMessage(text), { caller: c.get('actor'), collectionId: null })
    return context.responses?.findOrMake(text, (name) => c.req.header(name), make) ?? make()
  })
  api.post(mcpMemberPath, async (c) => {
    const caller = c.get('actor')
    requireTokenFor(caller)
    const body = readMessage(await c.req.text())
    requireTokenFor(caller, body)
    return handle(c.req.raw, body, { caller, collectionId: null })
  })
  api.post(`${mcpCollectionPath}:slug`, async (c) => {
    const caller = c.get('actor')
    const collectionId = await getCollectionIdOrThrow(context.db, readerOf(caller), c.req.param('slug'))
    return handle(c.req.raw, readMessage(await c.req.text()), { caller, collectionId })
  })
  const paths = [mcpPath, mcpMemberPath, `${mcpCollectionPath}:slug`]
  for (const path of paths)
    api.all(path, (c) => {
      if (path === mcpMemberPath) requireTokenFor(c.get('actor'))
      throw new AppError(
        'method_not_allowed',
        t('{method} isn’t allowed here. Allowed: POST.', { method: c.req.method }),
        {
          headers: { Allow: 'POST' },
        },
      )
    })
  return api
}

/**
 * Requires a token with the scope `read` and, for a message that calls a writing tool, `write`. The refusal names all
 * scopes that the client needs, because a new token replaces its current one. Throws AppError authentication_required,
 * forbidden.
 */
function requireTokenFor(caller: Caller, body?: unknown): void {
  if (caller.kind !== 'user' || !caller.token)
    throw new AppError(
      'authentication_required',
      t('This address needs a token. Connect the app, or create an API token in your settings.'),
    )
  const { scopes } = caller.token
  const writes = (Array.isArray(body) ? body : [body]).some(callsWritingTool)
  const needed = writes ? (['read', 'write'] as const) : (['read'] as const)
  if (needed.every((scope) => scopes.includes(scope))) return
  const all = tokenScopes.filter((scope) => scopes.includes(scope) || needed.some((one) => one === scope)).join(' ')
  throw new AppError('forbidden', t('This needs a token with the scopes “{all}”.', { all }), {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${all}"` },
  })
}

function callsWritingTool(message: unknown): boolean {
  const { method, params } = Object(message) as { method?: unknown; params?: unknown }
  return method === 'tools/call' && isWritingTool(Object(params).name)
}

/** Reads the JSON of a request. Throws AppError malformed_json, validation_failed. */
function readMessage(text: string): unknown {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new AppError('malformed_json', t('The body is not valid JSON. Check it and send it again.'))
  }
  if (Array.isArray(body) && body.length > mcpLimits.batch)
    throw new AppError('validation_failed', t('A batch has at most {batch} messages.', { batch: mcpLimits.batch }))
  if (Array.isArray(body) && hasListTwice(body))
    throw new AppError('validation_failed', t('A batch may request each list only once.'))
  return body
}

/** Whether a batch requests a list more than once. Each would be read again, from up to 20 million characters. */
function hasListTwice(batch: unknown[]): boolean {
  const methods = batch.map((message) => String(Object(message).method)).filter((method) => method.endsWith('/list'))
  return new Set(methods).size < methods.length
}
