import type { Medium } from '#features/worksheet/medium-rules.ts'

/** The sessionStorage key that is set once this tab has shown the hint where to paste a copied text. */
const storageKey = 'paste_hint'

/** Where to paste a copied text of each medium, with examples. */
const places: Record<Medium, [place: string, examples: string]> = {
  text: ['a chat', 'ChatGPT or Claude'],
  image: ['an image tool', 'Midjourney'],
  video: ['a video tool', 'Runway'],
}

/** Where to paste a copied text of this medium, such as “a chat”. */
export const pastePlace = (medium: Medium) => places[medium][0]

/** Returns a hint where to paste a copied text, the first time it is called in a tab; undefined afterwards. */
export function firstPasteHint(medium: Medium): string | undefined {
  try {
    if (sessionStorage.getItem(storageKey)) return undefined
    sessionStorage.setItem(storageKey, 'shown')
  } catch {
    // Storage is blocked, so the hint is shown after every copy.
  }
  return `Paste it into ${places[medium].join(' such as ')}.`
}
