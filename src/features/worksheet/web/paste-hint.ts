import type { Medium } from '#features/worksheet/medium-rules.ts'
import { type Message, msg, translate } from '#lib/texts.ts'

/** The sessionStorage key that is set once this tab has said where to paste copied text. */
const storageKey = 'paste_hint'

/** Where to paste copied text, by medium. */
const hints: Record<Medium, Message> = {
  text: msg('Paste it into a chat such as ChatGPT or Claude.'),
  image: msg('Paste it into an image tool such as Midjourney.'),
  video: msg('Paste it into a video tool such as Runway.'),
}

/** The same in fewer words, for below a button. */
export const pastePlaces: Record<Medium, Message> = {
  text: msg('Paste it into a chat'),
  image: msg('Paste it into an image tool'),
  video: msg('Paste it into a video tool'),
}

/** Returns, on the first call in a tab, a sentence that says where to paste copied text, and undefined afterwards. */
export function firstPasteHint(medium: Medium): string | undefined {
  try {
    if (sessionStorage.getItem(storageKey)) return undefined
    sessionStorage.setItem(storageKey, 'shown')
  } catch {
    // Storage is blocked, so the sentence is shown after every copy.
  }
  return translate(hints[medium])
}
