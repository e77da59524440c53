import type { Medium } from '#features/worksheet/medium-rules.ts'

/** In sessionStorage: whether this tab has said where to paste a copied text. */
const storageKey = 'paste_hint'

/** Where a copied text can be pasted, and examples. */
const places: Record<Medium, [place: string, examples: string]> = {
  text: ['a chat', 'ChatGPT or Claude'],
  image: ['an image tool', 'Midjourney'],
  video: ['a video tool', 'Runway'],
}

/** Where a copied text can be pasted. */
export const pastePlace = (medium: Medium) => places[medium][0]

/** What to do with a copied text, once in a tab; undefined afterwards. */
export function firstPasteHint(medium: Medium): string | undefined {
  try {
    if (sessionStorage.getItem(storageKey)) return undefined
    sessionStorage.setItem(storageKey, 'shown')
  } catch {
    // Storage is blocked, so the hint returns each time.
  }
  return `Paste it into ${places[medium].join(' such as ')}.`
}
