/** The name of a new blank until the author types another one. */
const initialName = 'name'

/**
 * Replaces the selection from `start` to `end` with a blank, whose default is the selected text (if any) without
 * braces. Returns the new content, and where the blank's name begins (`from`) and ends (`to`) in it.
 */
export function withBlank(content: string, start: number, end: number): { content: string; from: number; to: number } {
  const selected = content.slice(start, end).replaceAll(/[{}]/g, '').trim()
  const blank = selected ? `{{${initialName}:${selected}}}` : `{{${initialName}}}`
  const from = start + '{{'.length
  return { content: content.slice(0, start) + blank + content.slice(end), from, to: from + initialName.length }
}
