/** What a new blank is called until its author types its name. */
const newName = 'name'

/**
 * The text with a blank in place of `start` to `end`. What was selected becomes the blank's default. Returns also where
 * the blank's name is, to be typed over.
 */
export function withBlank(content: string, start: number, end: number): { content: string; from: number; to: number } {
  const selected = content.slice(start, end).replaceAll(/[{}]/g, '').trim()
  const blank = selected ? `{{${newName}:${selected}}}` : `{{${newName}}}`
  const from = start + '{{'.length
  return { content: content.slice(0, start) + blank + content.slice(end), from, to: from + newName.length }
}
