import type { ApiError } from '#web/api-error.ts'

/**
 * The server's message for a failed request. Returns `fallback` if the response has none, such as a proxy's error page.
 */
export function serverMessage({ code, message }: ApiError, fallback: string): string {
  return code === 'request_failed' ? fallback : message
}
