import { cookieOf } from '#test/sign-up.ts'

/**
 * A response. `status`: 0 if no valid response arrived in time; `text` then says why. `body`: the parsed JSON, or an
 * empty object if the response isn't JSON. `cookie`: the first cookie that the response sets.
 */
export type ReceivedResponse = { status: number; body: Record<string, unknown>; cookie: string; text: string }

export type RequestOptions = {
  method?: string
  cookie?: string
  json?: unknown
  headers?: Record<string, string>
  /** How long the request may take, in ms. The default is `timeoutMs`. */
  ms?: number
}

/** How long a request may take by default, in ms. SQL statements in requests have a lower limit. */
const timeoutMs = 30_000

/** Sends a request. Never throws. */
export async function send(
  address: string,
  path: string,
  { method, cookie, json, headers, ms = timeoutMs }: RequestOptions = {},
): Promise<ReceivedResponse> {
  try {
    const response = await fetch(address + path, {
      method: method ?? (json === undefined ? 'GET' : 'POST'),
      headers: {
        ...(cookie && { cookie }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? undefined : JSON.stringify(json),
      redirect: 'manual',
      signal: AbortSignal.timeout(ms),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: isJson ? JSON.parse(text) : {}, cookie: cookieOf(response), text }
  } catch (error) {
    const { message, cause } = error as Error
    return { status: 0, body: {}, cookie: '', text: `${message} ${(cause as Error | undefined)?.message ?? ''}` }
  }
}
