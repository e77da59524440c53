/**
 * Copies plain text to the clipboard. Resolves to true if it succeeded. Uses the deprecated `execCommand` if the
 * Clipboard API fails or is missing (over plain http). Safari copies only if this is called while the press is handled,
 * so a text that must be fetched first is passed as a promise. If it rejects, so does the result.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  if (typeof text !== 'string') return (await copyLater(text)) || copyText(await text)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Asks for the copy at once, with a text that arrives later. Resolves to false if that fails, or isn't supported. */
async function copyLater(text: Promise<string>): Promise<boolean> {
  try {
    const blob = text.then((content) => new Blob([content], { type: 'text/plain' }))
    // The browser may refuse before the text arrives, and then nobody else waits for it.
    blob.catch(() => undefined)
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    return true
  } catch {
    return false
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
