import type { ApiError } from '#client/api-error.ts'

/**
 * Returns the server's message for a failed request, or `fallback` if the response has no message, such as a proxy's
 * error page.
 */
export function serverMessage({ code, message }: ApiError, fallback: string): string {
  return code === 'request_failed' ? fallback : message
}
