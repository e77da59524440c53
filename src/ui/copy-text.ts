/**
 * Copies plain text to the clipboard. Resolves to true if it succeeded. Uses the deprecated `execCommand` if the
 * Clipboard API fails or is missing (over plain http).
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const formerFocus = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'fixed top-0 opacity-0'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (formerFocus instanceof HTMLElement) formerFocus.focus()
  return isCopied
}
