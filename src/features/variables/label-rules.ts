/** Abbreviations that are written in capitals: two or three consonants, and a few with vowels. */
const abbreviation = /^(?:[b-df-hj-np-tv-xz]{2,3}|b2b|ai|api|cta|faq|id|json|kpi|okr|qa|roi|seo|ui|url|usp|ux)$/i

/** A variable's name as people read it: `paste_jd` is “Paste JD”, `companyName` is “Company name”. */
export function labelOf(name: string): string {
  const words = wordsOf(name)
  return words === name ? name : words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * A variable's name within a sentence: `paste_jd` is “paste JD”. A name that isn't an identifier stays as its author
 * wrote it.
 */
export function wordsOf(name: string): string {
  if (!/_|\p{Ll}\p{Lu}|\p{L}-\p{L}/u.test(name)) return name
  const words = name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .split(/[_\- ]+/)
    .filter(Boolean)
    .map((word) => (abbreviation.test(word) ? word.toUpperCase() : word.toLowerCase()))
  return words.join(' ') || name
}
