import { capitalize } from '#lib/capitalize.ts'

/** Matches abbreviations that are written in capitals: any two or three consonants, and those listed here. */
const abbreviation =
  /^(?:[b-df-hj-np-tv-xz]{2,3}|b2b|acu|ai|api|cidr|cpu|cta|erp|faq|gpu|id|json|kpi|okr|qa|roi|seo|ui|url|usp|ux)$/i

/**
 * Matches two words written as one, such as `bookname` or `aspectratio`. A name such as `username` or `surname` is one
 * word.
 */
const joinedWords =
  /^(aspect|book|brand|character|city|company|country|first|full|last|middle|product|project|team)(name|ratio)$/i
/** Matches a word and a digit after it, as in `color2`. In `utf8` and `sha1`, the digit belongs to the word. */
const numbered = /(?<!\p{L})(?!(?:gpt|sha|utf)\d)(\p{L}{3,})(\d)$/iu

/**
 * Returns a variable's name as people read it, such as “Paste JD” for `paste_jd` or “Company name” for `companyName`.
 */
export function labelOf(name: string): string {
  const words = wordsOf(name)
  return words === name ? name : capitalize(words)
}

/**
 * Returns a variable's name as it is written within a sentence, such as “paste JD” for `paste_jd`. A name without words
 * to separate stays as its author wrote it.
 */
export function wordsOf(name: string): string {
  const separated = name
    .replace(joinedWords, '$1_$2')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1_$2')
    .replace(numbered, '$1_$2')
  if (!/_|\p{L}-\p{L}/u.test(separated)) return name
  const words = separated
    .split(/[_\- ]+/)
    .filter(Boolean)
    .map((word, index, all) => {
      // A single letter at the end is a name, as in “option A”.
      const isLetter = index > 0 && index === all.length - 1 && /^\p{L}$/u.test(word)
      return isLetter || abbreviation.test(word) ? word.toUpperCase() : word.toLowerCase()
    })
  return words.join(' ') || name
}

/**
 * Tells whether a variable asks for the current day, judging by a name such as `date`, `todays_date` or “current date”.
 */
export function asksForToday(name: string): boolean {
  return /^(?:today|(?:(?:today[’']?s|current) )?date|date today)$/i.test(wordsOf(name))
}
