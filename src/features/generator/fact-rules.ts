import type { Variable } from '#features/variables/contract.ts'
import { wordsOf } from '#features/variables/label-rules.ts'
import { valueError } from '#features/variables/value-rules.ts'
import { hasOptions } from '#features/variables/variable-kind-rules.ts'
import { type IdeaPart, materialOf, partsOfIdea, withoutMaterial, withoutPreamble } from './idea-rules.ts'

/** What a member asks for: the idea and the details of the form. */
export type Brief = { idea: string; tone?: string; audience?: string; language?: string }

/** A number in an idea: “12 multiple choice questions” has the number 12. Each of the words after it may be its unit. */
type Amount = { text: string; number: string; units: string[]; sign: string }

/** What an idea states plainly, in its own words. */
type Facts = { brief: Brief; idea: string; parts: IdeaPart[]; amounts: Amount[]; material: string[] }

const valueMax = 300
/** How many characters before and after a blank say what it is for. */
export const aroundBlank = 60
const numberWords = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const amount =
  /(?<![\p{L}\p{N}.,$€£-])((?:about|around|under|over|at most|at least|up to|within) )?([$€£¥])?(\d{1,12}(?:[.,]\d{1,12}){0,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(%|(?:[ -]\p{L}{2,20})?)(?![\p{L}\p{N}])(?=((?:[ -]\p{L}{2,20}){0,2}))/giu
const groupOf =
  /(?<!\p{L})(?:family|group|party|team|class) of (\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?!\p{L})/iu
const person =
  /(?<!\p{L})(?:people|adults?|kids?|child(?:ren)?|toddlers?|teen(?:ager)?s?|famil(?:y|ies)|teams?|class(?:es)?|grade|graders?|parents?|patients?|students?|pupils?|seniors?|boss|managers?|clients?|customers?|friends?|colleagues?|nurses?|doctors?|m[ae]n|wom[ae]n|(?:grand)?(?:mother|father|son|daughter|ma|pa)|mum|mom|dad|sister|brother|wife|husband|partner|girlfriend|boyfriend|uncle|aunt|nephew|niece|cousin|neighbou?rs?|guests?|landlord|experts?|freshm[ae]n|newcomers?|\d{1,2}[- ]year[- ]olds?|(?:develop|garden|market|teach|lead|design|work|read|play|travel|learn|begin|beginn|own|us|buy|hik|runn|writ|engine|employ|manag|programm|custom|follow|view|visit|volunt|support)e(?:r|er)s?|employees?|vegetarians?|vegans?)$/iu
/** What stands before “of” in a phrase whose last word says who is meant, as in “a group of students”. */
const collective = /(?<!\p{L})(?:groups?|rooms?|crowds?|circles?|couples?|pairs?|numbers?|all|most|some|many)$/iu
const months = 'January|February|March|April|May|June|July|August|September|October|November|December'
const dayOrDate = new RegExp(
  `(?<!\\p{L})(?:on|by|from|until|before|for|in) ((?:(?:${months}) \\d{1,2}(?:, \\d{4})?|\\d{1,2} (?:${months})|(?:next )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|\\d{4}-\\d{2}-\\d{2}))(?!\\p{L})`,
  'gu',
)
const spokenLanguages =
  /(?<!\p{L})(?:in|into|to) (English|German|French|Spanish|Italian|Portuguese|Russian|Chinese|Mandarin|Japanese|Korean|Arabic|Hindi|Turkish|Dutch|Polish|Ukrainian|Swedish|Norwegian|Danish|Finnish|Greek|Hebrew|Czech|Vietnamese|Thai|Indonesian)(?!\p{L})/gu
const programmingLanguages =
  /(?<![\p{L}\p{N}])(?:Python|JavaScript|TypeScript|Java|C\+\+|C#|Rust|Go|PHP|Ruby|Swift|Kotlin|Bash|R|SQL|PostgreSQL|MySQL)(?![\p{L}\p{N}+#])/gu
const frameworks =
  /(?<![\p{L}\p{N}])(?:React|Vue|Angular|Svelte|Django|Flask|Rails|Spring|Laravel|Next\.js)(?![\p{L}\p{N}+#])/gu
const capitalized = String.raw`\p{Lu}[\p{L}\p{N}&.’'-]{0,40}(?: (?:& )?\p{Lu}[\p{L}\p{N}&’'-]{0,40}){0,3}`
const placeName = new RegExp(`(?<!\\p{L})(?:in|to|near|around) (${capitalized})`, 'gu')
const companyName = new RegExp(`(?<!\\p{L})(?:at|company) (${capitalized})`, 'gu')
/** What an idea says after the kind of text and a colon. */
const colonText = /^[^:\n]{3,60}: (\S[^\n]+)$/
const calledName = new RegExp(`(?<!\\p{L})(?:called|named) (${capitalized})`, 'gu')
const avoided = /(?<!\p{L})(?:hates?|dislikes?|avoid|without|no) (\p{L}{3,20}(?: (?:and|or) \p{L}{3,20})?)/giu
const topicNames = /^(?:topic|subject|theme|concept|subject matter|topic or question)$/
const requestNames = /^(?:request|task|idea|what I need|(?:my|your|user) (?:request|idea|task|input)|query)$/i
const materialNames =
  /(?<!\p{L})(?:text|message|email|content|article|essay|notes|transcript|draft|letter|passage|paragraph|document|code|review|post)(?!\p{L})/iu
/** Names of blanks for whom something is. */
const personNames =
  /(?<!\p{L})(?:audience|readers?|class|students?|players?|guests|travell?ers|recipient|level|learner|people|person|age|child|customers?)(?!\p{L})/iu
/** Names of blanks for what somebody does. */
const roleNames = /(?<!\p{L})(?:role|job|position|profession|occupation)(?!\p{L})/iu
/** Names of blanks for where something is. */
const placeNames = /(?<!\p{L})(?:place|city|country|town|location|company|employer|school)(?!\p{L})/iu
/** Names of blanks for what went wrong, which an idea says after “because”. */
const reasonNames = 'defect|problem|issue|reason|cause|complaint|mistake|fault|what (?:happened|went wrong)'
const reason = /(?<!\p{L})because\s+(?!of(?!\p{L}))([^,.;:!?\n]{3,200})/giu
const explaining = /^(?:explain|teach|describe|introduce)\s+(?:me\s+)?(\S.*)$/is

/** Reads an idea once, for all blanks of a prompt. */
export function factsOf(brief: Brief): Facts {
  const idea = withoutMaterial(brief.idea)
  const amounts = Array.from(idea.matchAll(amount), ([text, , sign = '', number = '', unit = '', after = '']) => ({
    text: text.trim(),
    number: `${numberWords.indexOf(number.toLowerCase()) + 1 || number}`,
    units: `${unit}${after}`.toLowerCase().split(/[ -]/).filter(Boolean),
    sign,
  }))
  const [, size] = groupOf.exec(idea) ?? []
  if (size) {
    const number = `${numberWords.indexOf(size.toLowerCase()) + 1 || size}`
    amounts.push({ text: number, number, units: ['people'], sign: '' })
  }
  return { brief, idea, parts: partsOfIdea(withoutPreamble(idea)), amounts, material: materialOf(brief.idea) }
}

/**
 * Returns the value that an idea plainly states for a blank, or null: a blank stays a blank unless there is no doubt.
 * `before` and `after`: the text directly before and after the blank.
 */
export function valueFor(blank: Variable, facts: Facts, { before = '', after = '' } = {}): string | null {
  const name = wordsOf(blank.name).trim()
  const value = (
    detailFor(name, facts) ??
    optionFor(blank, facts) ??
    namedValue(name, facts) ??
    amountFor(blank, name, facts, after) ??
    (/^\d+$/.test(blank.default ?? '') ? undefined : (phraseFor(name, facts, before) ?? restOf(name, facts, before)))
  )?.trim()
  if (!value || value.length > valueMax || /[{}\n]/.test(value)) return null
  return valueError(blank, value) === null ? value : null
}

/** Tells whether a blank is for a long text that somebody pastes. */
export function isForMaterial({ name, kind }: Variable): boolean {
  return kind === 'long-text' || (kind === undefined && materialNames.test(wordsOf(name)))
}

function detailFor(name: string, { brief }: Facts): string | undefined {
  if (/(?<!\p{L})tone(?!\p{L})/iu.test(name)) return brief.tone
  if (/(?<!\p{L})(?:audience|readers?)(?!\p{L})/iu.test(name)) return brief.audience
  if (/^(?:(?:target|output|answer|response) )?language$/i.test(name)) return brief.language
}

/** Returns the option of a choice that the idea names, if it names only one. */
function optionFor({ kind, options = [] }: Variable, { idea }: Facts): string | undefined {
  if (!hasOptions(kind)) return
  const words = ` ${normalized(idea)} `
  const named = options.filter((option) => normalized(option) !== '' && words.includes(` ${normalized(option)} `))
  return named.length === 1 ? named[0] : undefined
}

function normalized(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()
}

/** Returns what follows the blank's own name in the idea: “tone: dry”, “theme is summer”, “company Northwind”. */
function namedValue(name: string, { brief }: Facts): string | undefined {
  if (!/^[\p{L}\p{N} ]{3,40}$/u.test(name)) return
  const [, stated, quoted, called] =
    new RegExp(
      `(?<!\\p{L})(?:${name})(?:(?:: ?| is | are | = )([^,.;:\\n"“]{1,100})|,? ["“]([^"”]{1,100})["”]|,? (?:called |named )?(${capitalized}))`,
      'iu',
    ).exec(brief.idea) ?? []
  // Without the flag i, because a name begins with a capital.
  const isName = called !== undefined && new RegExp(`^${capitalized}$`, 'u').test(called)
  return stated ?? quoted ?? (isName ? called : undefined)
}

function amountFor({ kind, default: usual }: Variable, name: string, { amounts }: Facts, after: string) {
  const withSign = (sign: RegExp) => single(amounts.filter((found) => sign.test(found.sign || (found.units[0] ?? ''))))
  if (/(?<!\p{L})(?:budget|price|cost)(?!\p{L})/iu.test(name)) return withSign(/[$€£¥]/)?.text.replace(/^on /, '')
  if (/(?<!\p{L})(?:discount|percentage)(?!\p{L})/iu.test(name)) return withSign(/%/)?.text
  const words = normalized(name).split(' ')
  const unitOfDefault = /^(?:\p{L}+ ){0,2}\d+[ -](\p{L}{2,20})$/u.exec(usual ?? '')?.[1]
  const inUnit = (unit: string) =>
    single(amounts.filter(({ units }) => units.some((word) => stem(word) === stem(unit))))
  if (unitOfDefault) return inUnit(unitOfDefault)?.text
  const takesNumber = kind === 'number' || /^\d+$/.test(usual ?? '') || normalized(name) === words.at(-1)
  const found = words.map(inUnit).find(Boolean)
  if (found && takesNumber && (!usual || /\d/.test(usual))) return found.number
  const unitAfter = /^[ -](\p{L}{2,20})/u.exec(after)?.[1]
  return kind !== 'text' && unitAfter && /^(?:number|count|minutes|how many)/i.test(name)
    ? inUnit(unitAfter)?.number
    : undefined
}

/** Returns a phrase of the idea whose role in it is plain: whom it is for, where, when, what it is about. */
function phraseFor(name: string, facts: Facts, before: string): string | undefined {
  const { idea, parts } = facts
  const names = (pattern: string) => new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'iu').test(name)
  if (/^(?:goal|question)$/i.test(name) && colonText.test(idea)) return colonText.exec(idea)?.[1]
  if (requestNames.test(name)) return /(?:^|[:"“\n] ?)$/.test(before) ? idea : undefined
  if (topicNames.test(name.toLowerCase()))
    return objectOf(parts, before) ?? subjectOf(facts) ?? alignedPart(name, parts, before)
  const isPerson = ({ link, text }: IdeaPart) => /^(?:for|to)$/.test(link) && isPeople(text)
  if (personNames.test(name)) return single(parts.filter(isPerson))?.text ?? alignedPart(name, parts, before)
  if (names('occasion|event')) return single(parts.filter(isEvent))?.text
  if (names('place|city|destination|location|town|country')) return onlyMatch(idea, placeName)
  if (names(reasonNames)) return onlyMatch(idea, reason)
  if (names('company|employer|organi[sz]ation|brand|business') || name === 'name')
    return onlyMatch(idea, calledName) ?? onlyMatch(idea, companyName) ?? alignedPart(name, parts, before)
  if (names('avoid')) return onlyMatch(idea, avoided)
  if (names('start|begin|since')) return
  if (names('date|deadline|when')) return onlyMatch(idea, dayOrDate)
  if (names('source|original')) return
  if (names('language')) return onlyMatch(idea, spokenLanguages) ?? onlyMatch(idea, programmingLanguages, 0)
  if (names('framework|stack|technology')) return onlyMatch(idea, frameworks, 0)
  return thingOf(name, parts) ?? alignedPart(name, parts, before)
}

/** Tells whether a phrase means people: “the parents of my class” does, “the birthday of my boss” doesn't. */
function isPeople(phrase: string): boolean {
  const [head = ''] = phrase.split(' of ', 1)
  return person.test((collective.test(head) ? phrase : head).replace(/ \p{Lu}[\p{L}’'-]+$/u, ''))
}

/** Tells whether a part says what an idea is for, and that isn't people, an amount or a date. */
function isEvent({ link, text }: IdeaPart): boolean {
  const isAmount = Array.from(text.matchAll(amount)).some(({ index }) => index === 0)
  return link === 'for' && !isPeople(text) && !isAmount && onlyMatch(`for ${text}`, dayOrDate) === undefined
}

/** What introduces the subject of a text. “Of” doesn’t begin a part. */
const subjectLink = /(?:^|\s)(for|about|on|of|to|into|at|in) $/iu

/**
 * Returns the part of an idea that comes after the same preposition as the blank does: “Job ad for a baker” has the value
 * for “Write a job ad for {{role}}”. People are only put where people are meant.
 */
function alignedPart(name: string, [task, ...parts]: IdeaPart[], before: string): string | undefined {
  if (roleNames.test(name)) {
    const role = single(parts.filter(({ link, text }) => link === 'for' && !/\d/.test(text)))
    return role?.text.replace(/^an? /i, '').replace(/ (?:job|position|role)$/i, '')
  }
  const link = subjectLink.exec(before)?.[1]?.toLowerCase()
  if (/^(?:at|in)$/.test(link ?? '') && !placeNames.test(name)) return
  if (link === 'of') return / of (.+)$/s.exec(task?.text ?? '')?.[1]
  const part = single(parts.filter((candidate) => candidate.link === link))
  if (!part || part.startsAfterComma) return
  const isForPeople = personNames.test(name)
  return isPeople(part.text) === isForPeople || (link === 'to' && /recipient|customer/i.test(name))
    ? part.text
    : undefined
}

/** Names of blanks for what a text is about or is meant to do. */
const aimNames = /^(?:goal|topic|subject|scene|problem|question|what for|task)$/i

/** Returns all that an idea says after the kind of text, for a blank in the first words of a prompt. */
function restOf(name: string, { parts, idea }: Facts, before: string): string | undefined {
  const [task, next] = parts
  if (!aimNames.test(name) || before.length >= aroundBlank || !task || !next) return
  return idea.slice(idea.indexOf(next.text, idea.indexOf(task.text) + task.text.length))
}

/** Returns X of “Compare X” if the blank comes after the same verb. */
function objectOf([task]: IdeaPart[], before: string): string | undefined {
  const [verb = ''] = /(?:^|[.\n] ?)\p{Lu}\p{L}+ $/u.exec(before) ?? []
  const words = verb.replace(/^[.\s]+/, '').toLowerCase()
  return words !== '' && task?.text.toLowerCase().startsWith(words) ? task.text.slice(words.length) : undefined
}

/** Returns X of “product description for X”, for a blank “product”. */
function thingOf(name: string, [task, first, ...others]: IdeaPart[]): string | undefined {
  const offered = [first, ...others].find((part) =>
    /^(?:selling|promoting|introducing|offering)$/.test(part?.link ?? ''),
  )
  if (offered && /^(?:product|service|offer|product or service)$/i.test(name)) return withoutOwner(offered.text)
  if (!task || first?.link !== 'for' || isPeople(first.text)) return
  const isNamed = name.length > 2 && ` ${normalized(task.text)} `.includes(` ${normalized(name)} `)
  const isOurs = /^(?:product|service|product or service)$/i.test(name) && /^(?:our|my)\s/i.test(first.text)
  return isNamed || isOurs ? withoutOwner(first.text) : undefined
}

function withoutOwner(thing: string): string {
  return thing.replace(/^(?:our|my|an?|the)\s+(?:new\s+)?/i, '')
}

/** Returns what an idea is about, if it says so. */
function subjectOf({ parts, idea }: Facts): string | undefined {
  const [task, second] = parts
  const about = parts.findIndex(({ link }) => link === 'about')
  if (about >= 0) return phraseFrom(parts, about)
  const [, named] = colonText.exec(idea) ?? []
  if (named) return named
  const [, explained] = explaining.exec(task?.text ?? '') ?? []
  if (explained) return explained
  if (second?.startsAfterComma) return
  if (second?.link === 'on' || (second?.link === 'for' && !isPeople(second.text))) return phraseFrom(parts, 1)
}

/** Joins a part with those after it that belong to it. */
function phraseFrom(parts: IdeaPart[], start: number): string {
  const end = parts.findIndex(
    ({ link, text, startsAfterComma }, index) =>
      index > start &&
      (startsAfterComma || /^(?:for|under|over|within)$/.test(link) || (link === 'to' && isPeople(text))),
  )
  const [first, ...rest] = parts.slice(start, end < 0 ? undefined : end)
  return [first?.text ?? '', ...rest.map(({ link, text }) => `${link} ${text}`)].join(' ').trim()
}

function single<Item>(items: Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined
}

/** Returns a group of the pattern's only match in a text. */
function onlyMatch(text: string, pattern: RegExp, group = 1): string | undefined {
  const found = new Set(Array.from(text.matchAll(pattern), (match) => match[group] ?? ''))
  return single([...found])
}

/** Returns an English word without the usual endings: “plan” of “plans” and “planning”, “writ” of “write” and “writing”. */
export function stem(word: string): string {
  return word
    .toLowerCase()
    .replace(/(?<=..)ies$/, 'y')
    .replace(/(?<=[^su])s$/, '')
    .replace(/(?<=...)ing$/, '')
    .replace(/(?<=..)([bdgmnprt])\1$/, '$1')
    .replace(/(?<=..)e$/, '')
}
