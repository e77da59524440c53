import type { Medium } from '#features/worksheet/medium-rules.ts'

/** The sessionStorage key that is set once this tab has said where to paste copied text. */
const storageKey = 'paste_hint'

/** Where to paste copied text, by medium, with examples. */
const places: Record<Medium, [place: string, examples: string]> = {
  text: ['a chat', 'ChatGPT or Claude'],
  image: ['an image tool', 'Midjourney'],
  video: ['a video tool', 'Runway'],
}

/** Returns where to paste copied text for a medium, such as “a chat”. */
export const pastePlace = (medium: Medium) => places[medium][0]

/** Returns, on the first call in a tab, a sentence that says where to paste copied text, and undefined afterwards. */
export function firstPasteHint(medium: Medium): string | undefined {
  try {
    if (sessionStorage.getItem(storageKey)) return undefined
    sessionStorage.setItem(storageKey, 'shown')
  } catch {
    // Storage is blocked, so the sentence is shown after every copy.
  }
  return `Paste it into ${places[medium].join(' such as ')}.`
}
