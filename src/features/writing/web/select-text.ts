/** Selects the first match in the field of the prompt's text, and scrolls it into view. */
export function selectText(pattern: RegExp): void {
  const field = document.querySelector<HTMLTextAreaElement>('textarea[name="content"]')
  const match = field && pattern.exec(field.value)
  if (!match) return
  field.focus()
  field.setSelectionRange(match.index, match.index + match[0].length)
}
