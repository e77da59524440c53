import { notify } from '#ui/notice.tsx'
import type { ApiError } from './api-error.ts'

/**
 * Handles the failure of a form's request. Returns the server's message for each invalid field among `fields`, for the
 * form to show. If there are none, shows the error in a notice with this title, and returns undefined.
 */
export function handleFormFailure<Field extends string>(
  error: unknown,
  { fields, title }: { fields: readonly Field[]; title: string },
): Partial<Record<Field, string>> | undefined {
  const { fields: errors, message } = error as ApiError
  const invalid = fields.filter((field) => errors?.[field])
  if (invalid.length > 0)
    return Object.fromEntries(invalid.map((field) => [field, errors?.[field]])) as Record<Field, string>
  notify({ title, text: message, isFailure: true })
  return undefined
}
