import { t } from '#lib/texts.ts'
/** The ideas that the generator suggests. Each mentions something that differs from one use to the next. */
export const exampleIdeas = () => [
  t('A lesson plan about photosynthesis for 7th graders, 45 minutes'),
  t('A polite reply to a customer whose parcel arrived broken'),
  t('Dinner from what’s in my fridge, for 4 people'),
]

/**
 * A part of an idea: what comes after a word such as “for” or “about” (`link`), or after a comma. The first part has no
 * link. It says what kind of text is requested.
 */
export type IdeaPart = { link: string; text: string; startsAfterComma: boolean }

const partStart =
  /(?<![\p{L}\p{N}'’-])(for|about|on|to|into|in|at|from|by|with|without|under|over|within|after|before|that|which|who|whose|announcing|asking|saying|telling|explaining|inviting|introducing|promoting|selling|thanking|reminding|offering)(?![\p{L}\p{N}'’-])\s+|[,;:.!?](?=\s|$)\s*|\n+/giu

/** What people say before what they want: “I need to …”, “Please help me …”, or a story that ends with a question. */
const preamble =
  /^(?:(?:please|can you|could you|i(?:’d| would|'d)? (?:need|want|like|have)(?: you)?(?: to)?|help me(?: to)?|how (?:do|can|should) i|how to)\s+)+/iu
const request = /[,.;!?]\s+(?:please\s+)?(?:help me(?: to)?|how (?:do|can|should) i)\s+/iu

/** Returns an idea from where it says what is requested. */
export function withoutPreamble(idea: string): string {
  const after = request.exec(idea)
  const requested = after ? idea.slice(after.index + after[0].length) : idea.replace(preamble, '')
  return requested.trim() === '' ? idea : requested
}

/** Splits an idea at prepositions, relative pronouns and punctuation, in one pass. */
export function partsOfIdea(idea: string): IdeaPart[] {
  const parts: IdeaPart[] = []
  let [start, link, startsAfterComma] = [0, '', false]
  const close = (end: number) => {
    const text = idea.slice(start, end).trim()
    if (text !== '') parts.push({ link, text, startsAfterComma })
    return text !== ''
  }
  for (const { 0: matched, 1: word, index } of idea.matchAll(partStart)) {
    const isClosed = close(index)
    startsAfterComma = word === undefined || (startsAfterComma && !isClosed)
    link = word?.toLowerCase() ?? ''
    start = index + matched.length
  }
  close(idea.length)
  return parts
}

/** Quoted texts of at least this many characters are material, not words of the idea. */
const quotedMin = 12
const quotation = /["“„«]([^"“”„«»]{1,2000})["”“»]/gu

/** Matches an idea that names a text and adds it after a colon: “Summarize these notes: we met …”. */
const textAfterColon =
  /^[^:\n]{0,200}\b(?:notes?|text|message|email|article|transcript|draft|letter|paragraph|review)\b[^:\n]{0,60}: (?=[^\n]{60})/iu

/** Returns the long quoted texts of an idea, and what follows its first empty line, or the name of a text and a colon. */
export function materialOf(idea: string): string[] {
  const quoted = Array.from(idea.matchAll(quotation), ([, text = '']) => text.trim())
  const pasted = idea.slice(breakOf(idea)).trim()
  return [...(pasted === '' ? [] : [pasted]), ...quoted].filter((text) => text.length >= quotedMin)
}

/** Returns an idea without its material and quotation marks, as a search finds it best. */
export function withoutMaterial(idea: string): string {
  return idea
    .slice(0, breakOf(idea))
    .replace(quotation, (_, text: string) => (text.trim().length >= quotedMin ? ' ' : ` ${text} `))
    .replace(/["“”„«»]/g, ' ')
    .replace(/(^|\s)-+(?=\S)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns where an idea ends and a pasted text begins, or its length. */
function breakOf(idea: string): number {
  const colon = textAfterColon.exec(idea)
  if (colon) return colon[0].length
  const index = idea.search(/\n[ \t]*\n/)
  return index < 0 ? idea.length : index
}

/** “Ask a customer for a testimonial” is about the testimonial. */
const asking = /^(?:please )?(?:ask|request)(?!\p{L})/iu
/** Separates “SWOT analysis” from “of a bakery”, but not a “letter of recommendation” or a picture from what it shows. */
const ofSubject =
  /(?<!\b(?:pictures?|photos?|images?|drawings?|paintings?|illustrations?|portraits?)) of (?=(?:an?|the|my|our|your|his|her|their|this|these|that|those) )/iu

/**
 * Returns what says which kind of text an idea or a title is about: “lesson plan” of “Lesson plan on photosynthesis”, and
 * both “a blog post” and “five posts” of “Turn a blog post into five posts”.
 */
export function tasksOf(idea: string): string[] {
  const [first, second] = partsOfIdea(idea)
  if (!first) return []
  const isTask = second?.link === 'into' || (second?.link === 'for' && asking.test(first.text))
  return [first, ...(second && isTask ? [second] : [])].map(({ text }) => text.split(ofSubject, 1)[0] ?? '')
}
