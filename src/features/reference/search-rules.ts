import { cutText } from '#lib/well-formed.ts'
import type { Reference } from './contract.ts'

/** The maximum length of a search term, in characters. */
export const termMax = 100

/**
 * Returns the subjects with the operations that match all words of a search, in method, path, summary or the name of the
 * subject. Subjects without such an operation are left out. Without words, returns all.
 */
export function findOperations(subjects: Reference['subjects'], q = ''): Reference['subjects'] {
  const words = cutText(q, termMax)
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return subjects
    .map((subject) => ({
      ...subject,
      operations: subject.operations.filter(({ method, path, summary }) => {
        const text = `${subject.name} ${method} ${path} ${summary}`.toLowerCase()
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ operations }) => operations.length > 0)
}
