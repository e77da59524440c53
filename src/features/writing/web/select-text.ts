/**
 * Focuses the field with the prompt's text, and selects the first match of the pattern in it. Does nothing without a
 * match.
 */
export function selectText(pattern: RegExp): void {
  const field = document.querySelector<HTMLTextAreaElement>('textarea[name="content"]')
  const match = field && pattern.exec(field.value)
  if (!match) return
  field.focus()
  field.setSelectionRange(match.index, match.index + match[0].length)
}
