import { excerptOf } from '#features/catalogue/excerpt-rules.ts'
import { withoutBraces } from '#features/variables/variable-rules.ts'
import { capitalize } from '#lib/capitalize.ts'
import { lineError, oneLine } from '#lib/short-text.ts'
import { cutText } from '#lib/well-formed.ts'

/** How much of the text is read, in UTF-16 code units. */
const readMax = 6_000
/**
 * The maximum length of a suggestion, in characters. In scripts without spaces, half as many characters say as much.
 */
const suggestionMax = 60
const spacelessMax = 30
const titleLimits = { min: 3, max: suggestionMax }

const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u
/** Matches a line that states the prompt's name: in front matter, after a label, or as a property of JSON. */
const namedLine = /^[ \t{,*#]*"?(?:title|name|prompt[ _]name)"?\s*:[\s*]*"?([^\s*"][^"\n]{2,})(?:"[,\s]*)?$/im
const headingLine = /^#{1,3}\s+(\S.*)$/
/** Matches headings that many prompts have, and that don't say what a prompt does. */
const partHeading =
  /^(?:\W*)(?:role|task|tasks|context|goal|goals|objective|instructions?|system|prompt|system prompt|input|inputs|output|overview|background|introduction|persona|purpose|description|rules|profile|mission|your role|your task)\b\W*$/i
/** Matches words that come before the task itself. */
const opening =
  /^(?:please|kindly|hi|hello|now|first|today|(?:i|we) (?:want|need|would like)(?: you)? to|i’d like you to|i'd like you to|you (?:will|should|must|are going to|need to)|you’ll|you'll|your (?:task|job|role|goal|mission|objective|purpose) (?:is|will be)(?: to)?|(?:can|could|would|will) you|help me(?: to)?|let’s|let's)[\s,]+/i
const actingAs =
  /^(?:act|behave|respond|function|serve|play)(?:ing)?(?: the role)? (?:as|like|of)(?: if you (?:are|were))?\s+(\S.*)$/i
const beingSomebody =
  /^(?:you are|you’re|you're|imagine you are|assume the role of|take on the role of)(?: now)?\s+(\S.*)$/i
const article = /^(?:an?|the|my|our|your)\s+/i
/** Matches the details that follow a role or task, up to the end of the text. */
const detail =
  /(?<!\s)\s*(?:[,;:，；：、–—(]|\s-\s|\b(?:who|whose|that|which|with|specializ\w+|specialis\w+|so that|based on|using|by|when|where|while|if|in order to|according to)\b).*/is
/** Matches the label at the start of a line, such as “Task:” in “Task: Write a letter”. */
const label = /^\p{Lu}[\p{L}]*(?: \p{L}+)?:\s+(?=\S+\s+\S+)/u
/** Matches words that a shortened title can't end with. */
const danglingWords =
  /(?<!\s)(?:\s+(?:an?|the|of|for|with|to|in|on|at|and|or|by|from|that|which|your|my|as|is|are|be|into|about)){1,20}$/i

/**
 * Suggests a title for a prompt's text: the name that it states, its heading, the task in its first sentences, or the
 * model's role, whichever is found first. Returns null if none of them makes a title. The same text always gives the
 * same title.
 */
export function suggestTitle(content: string): string | null {
  const text = cutText(content, readMax)
  for (const candidate of [nameIn(text), headingOf(text), ...tasksAndRolesIn(text)]) {
    const title = candidate === null ? null : shortTitle(candidate)
    if (title !== null) return title
  }
  return null
}

function nameIn(text: string): string | null {
  const head = text.split('\n', 8).join('\n')
  const name = namedLine.exec(head)?.[1]?.trimEnd().replace(/,$/, '').trimEnd()
  if (name === undefined) return null
  // A name without spaces can be an identifier, such as create-plan.
  return /\s/.test(name) ? name : name.replaceAll('-', ' ')
}

function headingOf(text: string): string | null {
  const first = text.split('\n').find((line) => line.trim() !== '') ?? ''
  const heading = headingLine
    .exec(first.trim())?.[1]
    ?.replace(/(?<!#)#+$/, '')
    .trimEnd()
    .replaceAll('**', '')
  return heading === undefined || partHeading.test(heading) ? null : heading
}

/**
 * Returns the tasks in the first sentences, followed by the roles that these sentences give to the model. A role in
 * “Act as …” counts as a task.
 */
function tasksAndRolesIn(text: string): string[] {
  const prose = oneLine(withoutBraces(withArticles(withoutRepeatedNames(excerptOf(text))))).replace(/(?<!\s)\s*…$/, '')
  const sentences = prose.split(/(?<=[.!?。！？])\s*(?=\p{Lu}|\p{Lo}|$)/u).map(withoutOpening)
  const tasks: string[] = []
  const roles: string[] = []
  for (const sentence of sentences.slice(0, 4)) {
    const actedRole = actingAs.exec(sentence)?.[1]
    const role = beingSomebody.exec(sentence)?.[1]
    if (actedRole) tasks.push(withoutDetail(actedRole.replace(article, '')))
    else if (role) roles.push(withoutDetail(role.replace(article, '')))
    else tasks.push(withoutDetail(sentence))
  }
  return [...tasks, ...roles]
}

/** Removes blanks that are next to their own name: “{{days}} days” becomes “days”. */
function withoutRepeatedNames(text: string): string {
  return text
    .replace(/\{\{ *([\p{L}\p{N}_]+) *\}\}(?=\s+\1(?![\p{L}\p{N}]))/giu, '')
    .replace(/(?<![\p{L}\p{N}_])([\p{L}\p{N}_]+)\s+\{\{ *\1 *\}\}/giu, '$1')
}

/** Matches a blank without a default that stands for a whole noun phrase, as in “to {{company}} about”. */
const loneBlank =
  /(?<=^|[.!?] |\b(?:to|for|about|with|from|in|at|on|of|by|as|into|between|against|and|or|than) |^\p{Lu}\p{Ll}+ |[.!?] \p{Lu}\p{Ll}+ )\{\{([\p{L}\p{N}_ -]+)\}\}(?=$|[.,;:!?)\n]| (?:to|for|about|with|from|in|at|on|of|by|as|into|between|against|and|or|than|that|which|who|so|using|while|because)\b)/gu
/**
 * Matches names that take no article: plurals, uncountable nouns, and names that begin with a determiner or a question
 * word.
 */
const takesNoArticle =
  /^(?:an?|the|my|your|our|their|his|her|this|what|how|why|who|when|where|which)\b|\b(?:code|content|data|feedback|information|advice|music|money|food|equipment|software|research|knowledge|weather|news|\p{L}*[^su]s)$/iu
const personName = /^(?:(?:first|last|full|their|his|her) )?names?$/iu

/**
 * Replaces each `loneBlank` with an article and the blank's name, without “name” at its end: “to {{company name}}”
 * becomes “to a company”. A person’s name becomes “somebody”. A blank stays as it is if its name takes no article or
 * has characters other than Latin letters, spaces and hyphens.
 */
function withArticles(text: string): string {
  return text.replace(loneBlank, (blank, name: string) => {
    const words = withoutBraces(`{{${name.trim()}}}`)
    if (personName.test(words)) return 'somebody'
    const noun = words.replace(/ name$/i, '')
    if (takesNoArticle.test(noun) || /^\p{N}/u.test(noun) || !/^[\p{Script=Latin} -]+$/u.test(noun)) return blank
    return `${/^[aeio]/i.test(noun) || /^u[^nst]/i.test(noun) ? 'an' : 'a'} ${noun}`
  })
}

function withoutOpening(sentence: string): string {
  const rest = sentence.replace(opening, '')
  return rest === sentence ? sentence : withoutOpening(rest)
}

/** Returns the part before the details if it is long enough for a title, otherwise the whole text. */
function withoutDetail(text: string): string {
  const short = text.replace(detail, '')
  return short.split(' ').length >= 2 || (spaceless.test(short) && short.length >= 6) ? short : text
}

/**
 * Converts a sentence to a title: replaces blanks with their defaults or names, removes punctuation, and cuts the
 * sentence after a word. Returns null if too little is left.
 */
function shortTitle(text: string): string | null {
  const named = oneLine(withoutBraces(text.replace(label, '')).replace(/[[\]<>{}*`"“”_$]+/g, ' '))
  const whole = named.replace(/(?<![\s.!?。！？,;:…–—'-])[\s.!?。！？,;:…–—'-]+$/u, '').replace(/^[\s'-]+/, '')
  const max = spaceless.test(whole) ? spacelessMax : suggestionMax
  const characters = Array.from(whole)
  const cut = characters.length <= max ? whole : cutAtWord(characters.slice(0, max + 1).join(''))
  const title = cut.replace(danglingWords, '').replace(/(?<![\s,;:–—(-])[\s,;:–—(-]+$/u, '')
  const isTitle = /\p{L}{2}/u.test(title) && lineError(title, 'title', titleLimits) === null
  return isTitle ? capitalize(title) : null
}

/** Removes the last word of a text or, if there is only one word, its last character. */
function cutAtWord(text: string): string {
  const short = text.replace(/(?<!\s)\s+\S*$/, '')
  return short === text ? Array.from(text).slice(0, -1).join('') : short
}
