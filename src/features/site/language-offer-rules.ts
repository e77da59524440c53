import { type LanguageTag, languages } from '#lib/languages.ts'
import { findPreferred } from '#lib/preferred-language.ts'

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
  const preferredTag = findPreferred(
    preferred,
    complete.map(({ tag }) => tag),
  )
  return complete.find(({ tag }) => tag === preferredTag && tag !== current) ?? null
}
