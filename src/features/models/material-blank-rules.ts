import { capitalize } from '#lib/capitalize.ts'
import type { BlankSpec } from './composer-kind-rules.ts'
import { phrase } from './idea-blank-rules.ts'

/** Nouns for texts that people work from. After “from”, only these count, because “from my house” names no text. */
const materialNouns =
  'lists?|notes|commits?|transcripts?|data|datasets?|drafts?|texts?|articles?|documents?|reports?|logs?|points|ingredients|results|reviews|feedback|e-?mails?|recordings?|outlines?|minutes|descriptions?|résumés?|resumes?|figures|facts|spreadsheets?|tables?|answers|responses|comments|tickets?|diffs?|changelogs?|interviews?|keywords|messages|requirements|specifications?|specs?'
const determiner = '(?:an?|the|my|our|this|these|those)'
/** Matches words that say how much of the text there is, as in “from a few bullet points”. */
const quantity = '(?:(?:few|some|several|(?:couple|handful|bunch) of) )?'
/** Matches a noun phrase of up to four words, with an optional “of …”, as in “list of commits”. */
const materialPhrase = `(?:following )?${quantity}(${phrase(4)}(?: of ${phrase(3)})?)`
const patterns = [
  new RegExp(String.raw`\bbased on (?:${determiner} )?${materialPhrase}`, 'iu'),
  new RegExp(String.raw`\bfrom ${determiner} ${materialPhrase}`, 'iu'),
]
const materialPattern = new RegExp(String.raw`(?:^|\s)(?:${materialNouns})(?= of |$)`, 'iu')
/** Matches what an idea may be based on, but nobody would paste into a blank, such as “a true story” or “my life”. */
const workPattern = /\b(story|novel|book|films?|movies?|game|song|life|principles?)$/iu

/**
 * Returns a blank for the text on which an idea is based (“from a list of commits”, “based on my notes”), or null if
 * the idea names no such text.
 */
export function materialBlankOf(idea: string): BlankSpec | null {
  const [based, from] = patterns.map((pattern) => pattern.exec(idea)?.[1]?.trim())
  const name = based && !workPattern.test(based) ? based : from && materialPattern.test(from) ? from : null
  if (!name) return null
  return { name: name.toLowerCase(), label: capitalize(name), isText: true }
}
