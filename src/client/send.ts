import { t } from '#lib/texts.ts'
import { ApiError, failureOf, networkFailed, parseBody, serverUnreachable } from './api-error.ts'
import type { CallRules } from './call-rules.ts'

/**
 * Sends a request: the browser's fetch or, on the server, `app.request` in the same process. Paths are relative, such
 * as `/api/home`.
 */
export type Transport = (path: string, init: RequestInit) => Response | Promise<Response>

/**
 * Sends a request. Resolves to the JSON of the response, or to undefined if that has no content (202 or 204). After a
 * network error, tries again as `rules` say. Rejects with an ApiError, or with the signal's reason if the signal is
 * aborted.
 */
export async function send(
  transport: Transport,
  path: string,
  init: RequestInit,
  rules: CallRules,
  signal?: AbortSignal,
) {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(transport, path, init, rules.timeoutMs, signal)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      error.retried = tries > 1
      if (error.code !== networkFailed || tries > rules.networkRetries) throw error
      await untilAborted(new Promise((wake) => setTimeout(wake, rules.networkRetryMs)), signal)
    }
  }
}

async function attempt(
  transport: Transport,
  path: string,
  init: RequestInit,
  timeoutMs: number,
  callerSignal?: AbortSignal,
) {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(new ApiError(408, 'timeout', t('Request timed out'))), timeoutMs)
  const signal = callerSignal ? AbortSignal.any([callerSignal, timeout.signal]) : timeout.signal
  try {
    return await untilAborted(requestJson(transport, path, { ...init, signal }), signal)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ApiError) throw error
    const failure = new ApiError(0, networkFailed, serverUnreachable())
    failure.cause = error
    throw failure
  } finally {
    clearTimeout(timer)
  }
}

async function requestJson(transport: Transport, path: string, init: RequestInit): Promise<unknown> {
  const response = await transport(path, init)
  const text = await response.text()
  if (!response.ok) throw failureOf(response, text)
  if (!text && response.status !== 200) return undefined
  return parseBody(response.status, text)
}

/** Settles like `work`. If the signal is aborted first, rejects with the signal's reason. */
export function untilAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const rejectWithReason = () => reject(signal.reason)
    if (signal.aborted) rejectWithReason()
    signal.addEventListener('abort', rejectWithReason)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', rejectWithReason))
  })
}
