import { capitalize } from '#lib/capitalize.ts'
import type { BlankSpec } from './composer-kind-rules.ts'
import { phrase } from './idea-blank-rules.ts'

/** Nouns for texts that people work from. After “from” only these count: “from my house” names no text. */
const materialNouns =
  'lists?|notes|commits?|transcripts?|data|datasets?|drafts?|texts?|articles?|documents?|reports?|logs?|points|ingredients|results|reviews|feedback|e-?mails?|recordings?|outlines?|minutes|descriptions?|résumés?|resumes?|figures|facts|spreadsheets?|tables?|answers|responses|comments|tickets?|diffs?|changelogs?|interviews?|keywords|messages|requirements|specifications?|specs?'
const determiner = '(?:an?|the|my|our|this|these|those)'
/** Says how much of the text there is, not what it is: “from a few bullet points”. */
const quantity = '(?:(?:few|some|several|(?:couple|handful|bunch) of) )?'
/** A noun phrase of up to four words, perhaps with what it consists of: “list of commits”. */
const materialPhrase = `(?:following )?${quantity}(${phrase(4)}(?: of ${phrase(3)})?)`
const patterns = [
  new RegExp(String.raw`\bbased on (?:${determiner} )?${materialPhrase}`, 'iu'),
  new RegExp(String.raw`\bfrom ${determiner} ${materialPhrase}`, 'iu'),
]
const isMaterial = new RegExp(String.raw`(?:^|\s)(?:${materialNouns})(?= of |$)`, 'iu')
/** Works that an idea may imitate, not a text to paste. */
const isWork = /\b(story|novel|book|films?|movies?|game|song|life|principles?)$/iu

/**
 * The text that an idea is based on (“from a list of commits”, “based on my notes”), as a blank; null if there is none.
 */
export function materialBlankOf(idea: string): BlankSpec | null {
  const [based, from] = patterns.map((pattern) => pattern.exec(idea)?.[1]?.trim())
  const name = based && !isWork.test(based) ? based : from && isMaterial.test(from) ? from : null
  if (!name) return null
  return { name: name.toLowerCase(), label: capitalize(name), isText: true }
}
