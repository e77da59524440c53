/**
 * A part of an idea that varies from one use to the next. It becomes `{{name:value}}`, or `{{name}}` if the idea lists
 * `options` for it.
 */
type Finding = { name: string; value: string; start: number; end: number; options?: string[] }

/** A list of alternatives in an idea, such as “tone (formal, friendly or dry)” or “format: table / list”. */
export type IdeaChoice = { name: string; options: string[] }

/** Languages into which a text may be translated. */
const languages =
  'English|German|French|Spanish|Italian|Portuguese|Russian|Chinese|Japanese|Korean|Arabic|Hindi|Turkish|Dutch|Polish|Ukrainian'
/** People for whom a text may be written. */
const people =
  'beginners?|newcomers?|students?|pupils?|children|kids|teenagers|adults|seniors|parents|teachers|developers|engineers|designers|managers|executives|customers?|clients?|colleagues?|team|boss|friends?|patients?|investors|readers|employees|freelancers|founders|volunteers|tourists|travell?ers|neighbou?rs'
/** People and organizations that somebody may write to. */
const recipients = `ex|neighbou?r|client|customer|colleague|landlord|landlady|tenant|housemate|roommate|flatmate|teacher|professor|tutor|coach|doctor|dentist|vet|nurse|mum|mom|mother|dad|father|parent|sister|brother|sibling|son|daughter|teenager|kid|child|grandma|grandmother|grandpa|grandfather|grandparents|aunt|uncle|cousin|niece|nephew|in-laws|family|partner|wife|husband|girlfriend|boyfriend|spouse|crush|date|co-?worker|manager|assistant|guest|host|friend|group|classmate|babysitter|plumber|electrician|contractor|builder|supplier|bank|insurance|hotel|airline|school|kindergarten|city|council|company|store|shop|librar(?:y|ian)|mayor|driver|godmother|godfather|bridesmaid|groomsm[ae]n|band|club|${people}`
/** Matches somebody to write to, such as “my upstairs neighbor”. */
export const personPhrase = String.raw`(?:my|our|his|her|their|the|an?) (?:(?!(?:to|that|about|for|if|and)\b)[\p{L}'’-]+ ){0,2}(?:${recipients})s?\b`
/** Matches one or several people to write to, such as “all parents”. */
export const peoplePhrase = `(?:${personPhrase}|(?:all )?(?:colleagues|co-?workers|employees|friends|guests|neighbou?rs|parents|students|team|tenants|volunteers)\\b)`
/** Verbs whose object is the recipient of a message. */
export const messageVerbs =
  'tell|ask|invite|inform|remind|warn|thank|congratulate|convince|persuade|let|text|message|whatsapp|e-?mail|reassure|apologi[sz]e to|complain to|say (?:sorry|thanks|thank you|no|yes|goodbye|happy birthday) to|write (?:back )?to|break up with|turn down|cheer up|console'
const smallNumbers = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'
const occasions = 'wedding|birthday|retirement|anniversary|graduation|funeral|farewell|christening|housewarming|reunion'
/** Things that somebody may offer or advertise. */
const offers =
  'app|product|shop|store|company|course|startup|website|service|workshop|event|book|podcast|restaurant|café|cafe'
/** A noun phrase ends before any of these words. */
const phraseEnds =
  'about|for|with|without|into|who|that|which|what|how|why|where|whether|if|and|or|in|on|at|to|from|by|of|like|than|using|asking|saying|telling|simply|politely|because|so|when|before|after|including'
/** Returns a pattern for a noun phrase of at most `maxWords` words. */
export const phrase = (maxWords: number) =>
  String.raw`(?!(?:${phraseEnds})\b)[\p{L}\p{N}'’-]+(?: (?!(?:${phraseEnds})\b)[\p{L}\p{N}'’-]+){0,${maxWords - 1}}`

/**
 * Patterns for the varying parts of English ideas, most reliable first. A part's value is the pattern's first group, or
 * the whole match if there is no group.
 */
const patterns: [name: string, pattern: RegExp][] = [
  ['name', /["“„]([^"“”„{}\n]{2,60})["”]/u],
  ['budget', /[$€£]\s?\d(?:[\d,.]{0,12}\d)?k?|\b\d[\d,.]{0,12} (?:dollars|euros|pounds)\b/iu],
  [
    'length',
    /\b(?:about |around |under |at most |up to )?\d[\d,]{0,8}[ -](?:words?|sentences?|pages?|lines?|paragraphs?|bullet points?|bullets?|characters?|slides?)\b/iu,
  ],
  ['age', new RegExp(String.raw`\b(?:\d{1,3}|${smallNumbers})[- ]years?[- ]olds?\b`, 'iu')],
  ['age', new RegExp(String.raw`\blike (?:i['’]?m|i am|we['’]?re) (\d{1,2}|${smallNumbers})\b`, 'iu')],
  [
    'number of people',
    new RegExp(
      String.raw`\b(?:\d+|${smallNumbers}) (?:people|guests|persons|students|children|kids|players|adults|friends)\b`,
      'iu',
    ),
  ],
  [
    'duration',
    /\b(?:\d+|an?|one|two|three|four|five|six|seven|ten)[ -](?:minutes?|hours?|days?|weeks?|months?|years?)\b(?![- ]old)/iu,
  ],
  [
    'number',
    /\b(?:\d+|five|ten|twenty) (?=ideas|names|slogans|questions|titles|tips|examples|exercises|recipes|headlines)/iu,
  ],
  ['target language', new RegExp(String.raw`\b(?:into|in|to) (${languages})\b`, 'u')],
  ['how often', /\b(?:daily|weekly|biweekly|fortnightly|monthly|quarterly|annual|yearly)\b/iu],
  [
    'ingredients',
    new RegExp(
      String.raw`\b(?:recipes?|cook|bake)\b(?: [\p{L}'’-]+){0,3}? (?:with|from|using|out of) ((?!(?:my|our|your|the|what|an?|\d+) |friends|family|kids)${phrase(3)}(?:(?:,| and|, and) ${phrase(3)}){0,4})`,
      'iu',
    ),
  ],
  ['occasion', new RegExp(String.raw`\b((?:(?:my|our|the) (?:[\p{L}'’-]+ ){0,2})?(?:${occasions}))\b`, 'iu')],
  [
    'audience',
    new RegExp(String.raw`\b(?:for|to) ((?:(?!(?:${phraseEnds})\b)[\p{L}'’-]+ ){0,2}(?:${people}))\b`, 'iu'),
  ],
  [
    'product',
    new RegExp(String.raw`\b((?:my|our|a|an) (?:(?!(?:${phraseEnds})\b)[\p{L}'’-]+ ){0,3}(?:${offers}))\b`, 'iu'),
  ],
  ['recipient', new RegExp(String.raw`\b(?:${messageVerbs}) (${peoplePhrase})`, 'iu')],
  [
    'recipient',
    new RegExp(
      String.raw`(?<!\b(?:trips?|mov(?:e|ing)|travel|flights?|guide|way|visits?|introduction|go|going|back|tour|journey|walk|drive|no) )\bto ((?:my|our|the|a|an) ${phrase(2)})`,
      'iu',
    ),
  ],
  ['topic', new RegExp(String.raw`\b(?:about|on the topic of) (${phrase(6)}(?: (?:of|in|at) ${phrase(3)})?)`, 'iu')],
  ['topic', new RegExp(`^(?:please )?(?:explain|teach me|describe) ((?:(?:how|why|what|where) )?${phrase(5)})`, 'iu')],
  [
    'place',
    /(?<=\p{Ll} )(?:in|to|from|around|near) ((?!(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Christmas|Easter)\b)\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,2})/u,
  ],
]

/**
 * Replaces the varying parts of an idea with blanks whose defaults are the replaced words: “Write {{length:200 words}}
 * about {{topic:our garden}}”. A list of alternatives becomes a blank without a default. Existing blanks and code
 * in backticks don't change.
 */
export function withBlanks(idea: string): { text: string; names: string[]; choices: IdeaChoice[] } {
  const takenRanges: Pick<Finding, 'start' | 'end'>[] = [...idea.matchAll(/\{\{[^{}]*\}\}|`[^`]*`/g)].map(
    ({ 0: whole, index }) => ({
      start: index,
      end: index + whole.length,
    }),
  )
  const found: Finding[] = []
  const findings = patterns.map(([name, pattern]) => findOne(idea, name, pattern))
  for (const finding of [...findAlternatives(idea), ...findings]) {
    if (
      !finding ||
      found.some((other) => other.name === finding.name) ||
      takenRanges.some(({ start, end }) => finding.start < end && start < finding.end)
    )
      continue
    found.push(finding)
    takenRanges.push(finding)
  }
  let text = idea
  for (const { name, value, start, end, options } of found.sort((a, b) => b.start - a.start))
    text = `${text.slice(0, start)}{{${options ? name : `${name}:${value}`}}}${text.slice(end)}`
  found.reverse()
  const choices = found.flatMap(({ name, options }) => (options ? [{ name, options }] : []))
  return { text, names: found.map(({ name }) => name), choices }
}

/** The properties for which an idea may list alternatives. */
const choiceProperties =
  'tone|style|voice|format|level|length|mood|genre|language|size|colou?r|pace|difficulty|season|platform'
/** Matches one of the alternatives: one or two words without a separator. */
const option = String.raw`(?!or\b)[\p{L}\p{N}][\p{L}\p{N}'’-]*(?: (?!or\b)[\p{L}\p{N}'’-]+){0,1}`
const alternatives = new RegExp(
  String.raw`\b(${choiceProperties})(?: \((${option}(?:(?:, | ?\/ ?|,? or )${option})+)\)|: (${option}(?:(?:, | ?\/ ?))(?:${option}(?:, | ?\/ ?))*${option}|${option}(?:, ${option})*,? or ${option})(?=[.;\n]|$))`,
  'giu',
)
const optionsMax = 10

/** Finds the lists of alternatives in an idea. Each has two to ten different alternatives, in the idea's words. */
function findAlternatives(idea: string): Finding[] {
  return [...idea.matchAll(alternatives)].flatMap((match) => {
    const [whole, name = ''] = match
    const value = match[2] ?? match[3] ?? ''
    const options = value.split(/, (?:or )?| ?\/ ?| or /iu).map((one) => one.trim())
    const isList = options.length >= 2 && options.length <= optionsMax && new Set(options).size === options.length
    if (!isList || options.includes('')) return []
    const end = match.index + whole.length
    // The parentheses belong to the list.
    const start = match[2] === undefined ? end - value.length : end - value.length - 2
    return [{ name: name.toLowerCase(), value, start, end, options }]
  })
}

function findOne(idea: string, name: string, pattern: RegExp): Finding | null {
  const match = pattern.exec(idea)
  if (!match) return null
  const value = (match[1] ?? match[0]).trim()
  const start = match.index + match[0].lastIndexOf(value)
  return /[{}]/.test(value) ? null : { name, value, start, end: start + value.length }
}
