/** The name of a new blank until the author types another one. */
const initialName = 'name'

/**
 * Replaces the selection from `start` to `end` with a blank that has the selected text as its default. Returns the new
 * content, and `from` and `to`, the position of the blank's name in it, which the caller can select.
 */
export function withBlank(content: string, start: number, end: number): { content: string; from: number; to: number } {
  const selected = content.slice(start, end).replaceAll(/[{}]/g, '').trim()
  const blank = selected ? `{{${initialName}:${selected}}}` : `{{${initialName}}}`
  const from = start + '{{'.length
  return { content: content.slice(0, start) + blank + content.slice(end), from, to: from + initialName.length }
}
