import type { ApiError } from '#web/api-error.ts'

/** The server's message for a failed request. `otherwise` if the response has none (a proxy's page). */
export function serverMessage({ code, message }: ApiError, otherwise: string): string {
  return code === 'request_failed' ? otherwise : message
}
