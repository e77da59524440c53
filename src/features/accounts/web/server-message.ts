import type { ApiError } from '#web/api-error.ts'

/** The server's message for a failed request. `fallback` if the response has none, as a proxy's error page. */
export function serverMessage({ code, message }: ApiError, fallback: string): string {
  return code === 'request_failed' ? fallback : message
}
