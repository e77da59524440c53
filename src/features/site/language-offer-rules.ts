import { type LanguageTag, languages } from '#lib/languages.ts'

type Offer = { tag: LanguageTag; prefix: string; text: string }

/**
 * Finds the language to offer to a reader: the first of those that their browser prefers in which this site is complete.
 * Null if that is the language of the page, or if there is none.
 */
export function findLanguageOffer(
  preferred: readonly string[],
  ofSite: readonly { tag: LanguageTag; prefix: string }[],
  current: LanguageTag,
): Offer | null {
  const complete = ofSite.flatMap(({ tag, prefix }) => {
    const known = languages.find((one) => one.tag === tag)
    return known && (known.isComplete || tag === current) ? [{ tag, prefix, text: known.offer }] : []
  })
  for (const wish of preferred) {
    const found =
      complete.find(({ tag }) => tag === wish) ?? complete.find(({ tag }) => writingOf(tag) === writingOf(wish))
    if (found) return found.tag === current ? null : found
  }
  return null
}

/** The language and script of a tag: those who read `pt` read `pt-BR`, but not all who read `zh-TW` read `zh-CN`. */
function writingOf(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize()
  return `${language}-${script}`
}
