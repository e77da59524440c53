import type { ApiError } from '#web/api-error.ts'

/** What the server says of a failure; where its answer has no sentence (a proxy's page), the given one. */
export function serverWords({ code, message }: ApiError, otherwise: string): string {
  return code === 'request_failed' ? otherwise : message
}
