/** In sessionStorage: whether this tab has said where to paste a copied text. */
const storageKey = 'paste_hint'

/** Where a copied text can be pasted. */
export function pastePlace(isImage: boolean): string {
  return isImage ? 'an image tool' : 'a chat'
}

/** What to do with a copied text, once in a tab; undefined afterwards. */
export function firstPasteHint(isImage: boolean): string | undefined {
  try {
    if (sessionStorage.getItem(storageKey)) return undefined
    sessionStorage.setItem(storageKey, 'shown')
  } catch {
    // Storage is blocked, so the hint returns each time.
  }
  return `Paste it into ${pastePlace(isImage)} such as ${isImage ? 'Midjourney' : 'ChatGPT or Claude'}.`
}
