import { imageCategory } from '#features/catalogue/rules.ts'
import { cutText } from '#lib/well-formed.ts'

/** What a model creates from a prompt. */
export type Medium = 'text' | 'image' | 'video'

/** A prompt for images that has this tag asks for a video. */
const videoTag = 'video'
const videoWord = /\bvideos?\b(?! ?(?:games?|calls?))/i
/** Only this many characters of a text are searched. Further on, it may mention a video without asking for one. */
const openingCharacters = 120

/** Returns what a prompt asks for. `text` is its content or excerpt. */
export function mediumOf(category: string, tags: string[], title: string, text: string): Medium {
  if (category !== imageCategory) return 'text'
  const isVideo = tags.includes(videoTag) || videoWord.test(`${title}\n${cutText(text, openingCharacters)}`)
  return isVideo ? 'video' : 'image'
}
