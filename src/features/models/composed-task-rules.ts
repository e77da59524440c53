import { capitalize } from '#lib/capitalize.ts'
import type { DocumentKind } from './document-kind-rules.ts'
import { messageVerbs, peoplePhrase, phrase } from './idea-blank-rules.ts'
import { partsOf } from './prompt-part-rules.ts'
import type { TaskKind } from './task-kind-rules.ts'

/** Matches polite openings, which are removed because the prompt should start with its task. */
const politeness =
  /^(?:(?:please|kindly|can you|could you|would you|help me(?: to)?|i (?:want|need) you to)[ ,]+)+(?=\p{L})/iu
/**
 * Matches ideas that begin with what the text should do, such as “apologize” or “resign”, instead of naming the text.
 */
const purposeStart = new RegExp(
  String.raw`^(?:politely )?(?!(?:texts?|messages?|whatsapps?|e-?mails?) (?:to|for|about|messages?)\b)(?:${messageVerbs}|resign|quit|complain|say|turn|decline|cancel|apologi[sz]e|break up|interview(?:ing)? (?:my|our|an?|the|him|her|them|people|somebody|someone))\b`,
  'iu',
)
/** Matches “Text my sister …” and the like, where the verb says how the message is sent. */
const channelVerb = /^(text|message|whatsapp|e-?mail) (?!to\b|for\b|about\b|messages?\b)([\s\S]+)$/iu
/**
 * Match the start of a recipient, which may be in a blank. “Email invitation to my birthday” has none, so it names a
 * text.
 */
const recipientStarts = [
  new RegExp(String.raw`^(?:\{\{[^{}:]*:)?(?:${peoplePhrase}|(?:every(?:body|one)|them|him|her)\b)`, 'iu'),
  /^(?:\{\{[^{}:]*:)?\p{Lu}\p{Ll}/u,
]
const questionWords = 'what|which|how|why|who|where|when'
const auxiliaries = 'should|is|are|was|were|can|could|do|does|did|will|would'
const question = new RegExp(`^(?:${questionWords}|${auxiliaries})\\b`, 'iu')
/** Matches a question of one sentence that lacks its question mark. */
const unmarkedQuestion = new RegExp(
  `^(?:(?:${questionWords})(?: \\p{L}+){0,2}? )?(?:${auxiliaries}) [^.?!\\r\\n]*[\\p{L}\\p{N}}]$`,
  'iu',
)
/** Matches a lowercase word at the beginning. Names such as “iPhone” keep their spelling. */
const lowercaseStart = /^\p{Ll}+(?![\p{L}\p{N}])/u
/** Matches a noun phrase of at most six words at the beginning. */
const nounPhrase = new RegExp(`^${phrase(6)}`, 'iu')
const startsWithDeterminer = /^(?:an?|the|some|\d+|one|two|three|four|five|ten)\b/iu
/** Matches ideas that begin with a pronoun or possessive instead of a noun, and ideas of several sentences or lines. */
const startsWithoutNoun = /^(?:my|our|this|these|i|we|you|it|he|she|they|there)\b|^\p{L}+['’]s\b|[.!?:]\s|[\r\n]/iu
/** Matches names at the beginning of an idea, which keep their capital letter. */
const properName =
  /^(?:English|French|German|Spanish|Italian|Portuguese|Dutch|Polish|Turkish|Russian|Chinese|Japanese|Korean|Arabic|Hindi|Latin|American|British|European|January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Christmas|Easter|Halloween|Thanksgiving|Hanukkah|Diwali|Ramadan|Instagram|Facebook|Twitter|Google|Amazon|Python|Java|Excel)\b/u
/** Matches beginnings such as “uni”, whose first vowel sounds like a consonant, so the word takes “a”, not “an”. */
const consonantStart = /^(?:uni|use|usa|eu|one)/iu

/** What the tasks of a kind produce. `verb` asks for it, and `name` matches the names of such products. */
const products: Partial<Record<TaskKind, { verb: string; name: RegExp }>> = {
  write: { verb: 'Write', name: /\b(?:essay|caption|report|review|bio|biography|text|script|guide|headline)s?\b/iu },
  plan: { verb: 'Create', name: /\b(?:plan|schedule|roadmap|strategy|timetable|routine)s?\b/iu },
  brainstorm: { verb: 'Suggest', name: /\b(?:ideas|names|slogans|suggestions|titles)\b/iu },
}

/** Removes an idea's polite opening, if it has one, and capitalizes the next word unless it is a name. */
export function requestOf(idea: string): string {
  const request = idea.replace(politeness, '')
  return request === idea ? idea : capitalizeUnlessName(request)
}

/**
 * Turns an idea, with blanks for its varying parts, into the sentence that states the task: the idea itself if it is a
 * request or a question, “Write a recipe …” or “Create a plan …” if it names a product, “Write a message to …” if it
 * says what a text should do, “Help me learn …”, otherwise `verb`, a colon and the idea. `document`: its kind of text.
 */
export function taskOf(idea: string, kind: TaskKind, document: DocumentKind | null, verb: string): string {
  const request = idea.replace(politeness, '')
  const addressee = /^write (?:back )?to ([\s\S]+)$/iu.exec(request)?.[1]
  if (document?.prefix && addressee) return `${document.prefix} ${addressee}`
  const [, channel, recipient = ''] = channelVerb.exec(request) ?? []
  const isVerb = channel === undefined || recipientStarts.some((start) => start.test(recipient))
  if (document?.prefix && channel && isVerb)
    return `Write ${/^e/i.test(channel) ? 'an' : 'a'} ${decapitalizeUnlessName(channel)} to ${recipient}`
  if (document?.prefix && isVerb && purposeStart.test(request))
    return `${document.prefix} ${decapitalizeUnlessName(request)}`
  if (/^learn\b/iu.test(request) && kind === 'teach') return `Help me ${decapitalizeUnlessName(request)}`
  if (question.test(request)) return `${capitalizeUnlessName(request)}${unmarkedQuestion.test(request) ? '?' : ''}`
  const product = products[kind]
  const named = product ? withArticle(request, document?.match ?? product.name) : null
  if (product && named !== null) return `${document?.verb ?? product.verb} ${named}`
  return partsOf(idea).has('task') ? capitalizeUnlessName(request) : `${document?.verb ?? verb}: ${idea}`
}

/**
 * Adds the indefinite article, where it is needed, to a one-sentence idea that begins with the name of a product.
 * Returns null for other ideas. `name` matches the product's name.
 */
function withArticle(text: string, name: RegExp): string | null {
  const words = text.replace(/\{\{[^{}:]*(?::([^{}]*))?\}\}/gu, '$1')
  const noun = nounPhrase.exec(words)?.[0]
  const isNamed = noun !== undefined && (name.exec(words)?.index ?? noun.length) < noun.length
  const isRequest = partsOf(text.split(' ', 2).join(' ')).has('task')
  if (!isNamed || isRequest || startsWithoutNoun.test(text)) return null
  if (startsWithDeterminer.test(noun) || /[^s]s$/iu.test(noun)) return decapitalizeUnlessName(text)
  const startsWithVowel = /^[aeiou]/iu.test(words) && !consonantStart.test(words)
  return `${startsWithVowel ? 'an' : 'a'} ${decapitalizeUnlessName(text)}`
}

function capitalizeUnlessName(text: string): string {
  return lowercaseStart.test(text) ? capitalize(text) : text
}

function decapitalizeUnlessName(text: string): string {
  // A blank may come first, as in “{{number:Ten}} names”.
  return text.replace(
    /^((?:\{\{[^{}:]*:)?)(\p{Lu})(?=\p{Ll}*(?![\p{L}\p{N}]))/u,
    (start: string, blank: string, letter: string) => {
      return properName.test(text.slice(blank.length)) ? start : blank + letter.toLowerCase()
    },
  )
}
