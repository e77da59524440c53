import { currentLanguage } from '#lib/language.ts'
import { ApiError } from './api-error.ts'
import { type CallRules, defaultCallRules } from './call-rules.ts'
import type { Endpoint, InputArgument, Output } from './endpoints.ts'
import { send, type Transport } from './send.ts'
import { createSessionWatch } from './session-watch.ts'
import { createSharedReads } from './shared-reads.ts'

export type CallOptions = {
  signal?: AbortSignal
  /** Makes this a forced read, which bypasses all caches (`_t`) and replaces the cached response. */
  fresh?: boolean
  /** Makes a write safe to retry, because the server makes the change only once for the same key. */
  idempotencyKey?: string
  headers?: Record<string, string>
  /** The rules in which this call differs from `defaultCallRules`. */
  rules?: Partial<CallRules>
}

/**
 * Calls an endpoint of the contract by its name: `api('GET /api/prompts/{id}', { params: { id } })`.
 * The compiler checks path, params, query and body. Resolves to the response's JSON, or to undefined for a 204. Rejects
 * with an ApiError or, if `signal` is aborted, with the signal's reason.
 */
export type Api = <Name extends Endpoint>(
  name: Name,
  ...input: InputArgument<Name, CallOptions>
) => Promise<Output<Name>>

type Call = CallOptions & {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
}

/** Returns the response to a GET from data that the page already has, or undefined if it doesn't have the data. */
export type LocalResponses = (name: Endpoint, query: NonNullable<Call['query']>) => unknown

type ApiOptions = {
  fetch: Transport
  /** Whether this client is used on the server, where API requests aren't shared, retried or canceled. */
  inProcess?: boolean
  localResponses?: LocalResponses
  /** Called when a response shows that the session has ended. `requestedAt`: when the request was sent, in ms. */
  onSessionExpired?: (failure: ApiError, requestedAt: number) => void
}

/**
 * Creates a client for API requests. A browser has one, and the server creates one for each page that it renders. Each
 * write clears all cached responses, because nearly every write changes the home page, search, counts or the member's
 * own pages.
 */
export function createApi({ fetch, inProcess, localResponses, onSessionExpired }: ApiOptions): Api {
  const reads = createSharedReads()
  const watch = createSessionWatch((...event) => onSessionExpired?.(...event))

  const api = async (name: Endpoint, call: Call = {}): Promise<unknown> => {
    const [method = '', template = ''] = name.split(' ')
    const path = pathOf(template, call)
    const isRead = method === 'GET'
    const rules = { ...defaultCallRules, ...call.rules }
    if (inProcess || !(isRead || call.idempotencyKey)) rules.networkRetries = 0
    const onFailure = watch(name)

    const request = (signal?: AbortSignal) =>
      send(fetch, call.fresh ? withTime(path) : path, requestOf(method, call), rules, signal).catch((error) => {
        onFailure(error)
        if (error instanceof ApiError && rules.messageOf) error.message = rules.messageOf(error)
        throw error
      })

    if (inProcess) return request()
    if (!isRead) return request(call.signal).finally(reads.clear)
    const local = call.fresh ? undefined : localResponses?.(name, call.query ?? {})
    return local ?? reads.read(path, { reuseMs: rules.reuseMs, fresh: call.fresh, signal: call.signal }, request)
  }
  return api as Api
}

function pathOf(template: string, { params = {}, query = {} }: Call): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  search.sort()
  return search.size ? `${path}?${search}` : path
}

/** Adds the current time in ms to an address, so that no HTTP cache has a response for it. */
function withTime(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}_t=${Date.now()}`
}

function requestOf(method: string, { body, headers, idempotencyKey }: Call): RequestInit {
  return {
    method,
    credentials: 'include',
    headers: {
      accept: 'application/json',
      'accept-language': currentLanguage().tag,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  }
}
