import type { Transport } from '#client/send.ts'

/** A request that was sent. `at`: when, in ms since 1970. */
export type SentRequest = {
  method: string
  path: string
  headers: Headers
  body: string | undefined
  credentials?: RequestCredentials
  signal: AbortSignal
  at: number
}

export type Reply = (request: SentRequest) => Response | Promise<Response>

/**
 * A transport that gives these replies one after the other, and then repeats the last one. `sent`: the requests so far.
 */
export function fakeTransport(...replies: Reply[]): Transport & { sent: SentRequest[] } {
  const sent: SentRequest[] = []
  const transport = async (path: string, init: RequestInit) => {
    const { method, headers, body, credentials, signal } = new Request(new URL(path, 'http://localhost'), init)
    const request = {
      method,
      path,
      headers,
      credentials,
      signal,
      at: Date.now(),
      body: body ? String(init.body) : undefined,
    }
    const reply = replies[Math.min(sent.length, replies.length - 1)]
    if (!reply) throw new Error('This transport has no reply.')
    sent.push(request)
    return reply(request)
  }
  return Object.assign(transport, { sent })
}

/** A reply with a JSON body. */
export function jsonReply(body: unknown, status = 200, headers?: HeadersInit): Reply {
  return () => Response.json(body, { status, headers })
}

/** A reply with this text as its body, or without a body. */
export function textReply(text: string | null, status = 200): Reply {
  return () => new Response(text, { status })
}

/** A reply with an error body as the contract defines it. */
export function errorReply(status: number, code: string, error = 'No.', headers?: HeadersInit): Reply {
  return jsonReply({ error, code, requestId: 'r-1' }, status, headers)
}

/** Fails the way a browser's fetch does without a connection. */
export const offline: Reply = () => Promise.reject(new TypeError('Failed to fetch'))

/** A reply that breaks off after its headers. */
export const brokenBody: Reply = () =>
  new Response(new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) }))

/** Never replies, and fails when the request is aborted. */
export const noReply: Reply = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

/** Never replies and ignores an abort, as a handler in the same process does. */
export const noReplyNorAbort: Reply = () => new Promise(() => {})

/** Gives a reply after this many ms. */
export function delayed(ms: number, reply: Reply): Reply {
  return (request) => new Promise((resolve) => setTimeout(() => resolve(reply(request)), ms))
}
