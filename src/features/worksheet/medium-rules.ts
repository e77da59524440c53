import { imageCategory } from '#features/catalogue/rules.ts'

/** What a model produces from a prompt. */
export type Medium = 'text' | 'image' | 'video'

/** A prompt for images with this tag asks for a video. */
const videoTag = 'video'
const videoWord = /\bvideos?\b(?! ?(?:games?|calls?))/i
/** A prompt that asks for a video says so in its first words. Later it may only mention one. */
const openingCharacters = 120

/** What a prompt asks for. `text`: its content or excerpt. */
export function mediumOf(category: string, tags: string[], title: string, text: string): Medium {
  if (category !== imageCategory) return 'text'
  const isVideo = tags.includes(videoTag) || videoWord.test(`${title}\n${text.slice(0, openingCharacters)}`)
  return isVideo ? 'video' : 'image'
}
