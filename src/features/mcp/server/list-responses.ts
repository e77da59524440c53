import type { AnswerCache } from '#platform/answer-cache.ts'

/** Request bodies with more characters than this aren't looked up. Requests for lists are short. */
const bodyMax = 4_096
const cacheableMethods = new Set(['prompts/list', 'tools/list', 'skills/list', 'server/discover'])
/** The version of the protocol whose responses are JSON, not event streams as in earlier ones. */
const currentVersion = '2026-07-28'
const versionKey = 'io.modelcontextprotocol/protocolVersion'

type HeaderReader = (name: string) => string | null | undefined
/**
 * A visitor's request for a list. Except for the id, the response is the same for all visitors. `usesCurrentVersion` tells
 * whether the request uses the current version of the protocol or an earlier one.
 */
type ListRequest = { key: string; id: string | number; usesCurrentVersion: boolean }

export type ListResponse = { type: string; body: string }
export type ListResponses = ReturnType<typeof createListResponses>

/** Takes the responses to visitors' requests for lists from the cache of answers. Any change of content drops them. */
export function createListResponses(answers: AnswerCache) {
  return {
    /** Returns the cached response to a request, or null if there is none. `text` is the request's body. */
    find(text: string, header: HeaderReader): ListResponse | null {
      const request = readListRequest(text, header)
      const answer = request && answers.find(request.key, 'recent')
      return answer ? respondTo(request, answer.text) : null
    },
    /** Returns the response of `make`, and caches it if a visitor requested a list. */
    async findOrMake(text: string, header: HeaderReader, make: () => Promise<Response>): Promise<Response> {
      const request = readListRequest(text, header)
      if (!request) return make()
      let own: Response | undefined
      const answer = await answers.findOrMake(request.key, 'recent', async () => {
        own = await make()
        const result = own.ok ? resultOf(await own.clone().text(), request.usesCurrentVersion) : null
        return result === null ? null : { text: result, content: null }
      })
      if (own) return own
      if (!answer) return make()
      const { type, body } = respondTo(request, answer.text)
      return new Response(body, { headers: { 'Content-Type': type } })
    },
  }
}

function respondTo({ id, usesCurrentVersion }: ListRequest, result: string): ListResponse {
  const body = `{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
  return usesCurrentVersion
    ? { type: 'application/json', body }
    : { type: 'text/event-stream', body: `event: message\ndata: ${body}\n\n` }
}

/** Returns the result in a response's body as JSON, or null if it has none. */
function resultOf(body: string, usesCurrentVersion: boolean): string | null {
  const json = usesCurrentVersion ? body : (/^data: (.*)$/m.exec(body)?.[1] ?? '{}')
  const { result } = JSON.parse(json)
  return result === undefined ? null : JSON.stringify(result)
}

/**
 * Reads a visitor's request for a list. Returns null for all other requests, such as those with a cursor, from a web
 * page, or with headers that contradict the body.
 */
function readListRequest(text: string, header: HeaderReader): ListRequest | null {
  const accept = header('accept') ?? ''
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return null
  if (!(header('content-type') ?? '').startsWith('application/json')) return null
  if (['authorization', 'origin', 'sec-fetch-site'].some((name) => header(name) != null)) return null
  const body = text.length <= bodyMax ? parse(text) : null
  if (!body) return null
  const { jsonrpc, id, method, params = {}, ...others } = body
  const isRequest = jsonrpc === '2.0' && (typeof id === 'string' || Number.isSafeInteger(id))
  if (!isRequest || Object.keys(others).length > 0 || typeof params !== 'object' || params === null) return null
  if (typeof method !== 'string' || !cacheableMethods.has(method)) return null
  const { _meta: meta, ...parameters } = params as { _meta?: Record<string, unknown> }
  if (Object.keys(parameters).length > 0) return null
  const sentVersion = header('mcp-protocol-version') ?? undefined
  const bodyVersion = meta?.[versionKey]
  const usesCurrentVersion =
    bodyVersion === currentVersion && sentVersion === currentVersion && header('mcp-method') === method
  const usesPreviousVersion =
    bodyVersion === undefined && (sentVersion === undefined || /^202[45]-\d\d-\d\d$/.test(sentVersion))
  return usesCurrentVersion || usesPreviousVersion
    ? { key: `mcp ${sentVersion} ${method}`, id: id as string | number, usesCurrentVersion }
    : null
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : null
  } catch {
    return null
  }
}
