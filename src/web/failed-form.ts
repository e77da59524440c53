import { notify } from '#ui/notice.tsx'
import type { ApiError } from './api-error.ts'

/**
 * Shows why a form couldn't be sent. Returns the server's errors for these fields; without any, a notice with this title
 * shows the failure.
 */
export function showFailedForm<Field extends string>(
  error: unknown,
  { fields, title }: { fields: readonly Field[]; title: string },
): Partial<Record<Field, string>> | undefined {
  const { fields: refused, message } = error as ApiError
  const own = fields.filter((field) => refused?.[field])
  if (own.length > 0) return Object.fromEntries(own.map((field) => [field, refused?.[field]])) as Record<Field, string>
  notify({ title, text: message, failed: true })
  return undefined
}
