import { setTimeout as wait } from 'node:timers/promises'

/** A response. `status` 0: the connection failed, or nothing came in time. */
export type Answer = { status: number; body: Record<string, unknown>; cookie: string; text: string }

type Sent = { method?: string; cookie?: string; json?: unknown; headers?: Record<string, string>; ms?: number }

/** How long a request may take; longer than any statement of the product. */
const patienceMs = 30_000
/** How long and how often an operation with a key is repeated. */
const retryForMs = 180_000
const retryMs = 1_500

/** Sends a request. Never throws. */
export async function send(
  address: string,
  path: string,
  { method, cookie, json, headers, ms = patienceMs }: Sent = {},
): Promise<Answer> {
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
    const session = response.headers.get('set-cookie')?.split(';')[0] ?? ''
    return { status: response.status, body: isJson ? JSON.parse(text) : {}, cookie: session, text }
  } catch (error) {
    const { message, cause } = error as Error
    return { status: 0, body: {}, cookie: '', text: `${message} ${(cause as Error | undefined)?.message ?? ''}` }
  }
}

/** Whether it is unknown if the server did it. */
export const isUnknown = ({ status, body }: Answer) => status === 0 || status >= 500 || body.code === 'in_progress'

/** Repeats a request with its key until the server says what became of it. `tries`: how often it was sent. */
export async function sendOnce(address: string, path: string, key: string, sent: Sent) {
  const until = Date.now() + retryForMs
  for (let tries = 1; ; tries++) {
    const answer = await send(address, path, { ...sent, headers: { ...sent.headers, 'idempotency-key': key } })
    if (!isUnknown(answer) || Date.now() > until) return { ...answer, tries }
    await wait(retryMs)
  }
}
