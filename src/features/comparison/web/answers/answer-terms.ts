import { statementsOf } from './answer-facts.ts'

/** How many terms are compared. Answers of thousands of names would block the page, and nobody would read the list. */
const termsMax = 200
/** A value of a blank with more words isn't a term, because answers don't repeat long texts word for word. */
const valueWordsMax = 4
/** Matches the name of a blank that says how to answer. Answers follow its value and needn't repeat it. */
const instruction = /tone|style|format|length|language|level|audience/i
/** Matches a number, and a number of something. Answers follow it, such as `3 sentences`, and needn't repeat it. */
const count = /^\d[\d.,]*(?: (?![ap]m$)\p{L}+)?$/u
const article = /^(?:an?|the|my|your|our|d[ei][enr]|das|eine?|l[aeo]s?|el|un[ae]?) (?=\S)/i
/** Matches a unit, or any word that ends in `s`, such as `minutes`. */
const unit =
  '\\p{L}{2,}s(?![\\p{L}\\p{N}])|(?:am|pm|km|kg|cm|mm|min|ms|kcal|people|percent|million|billion)(?![\\p{L}\\p{N}])'
const number = new RegExp(`(?<![\\p{L}\\p{N}])[$€£¥]? ?\\d[\\d.,:/]*(?:%| ?[$€£¥]| (?:${unit}))?`, 'gu')
const nameWord = "\\p{Lu}[\\p{L}\\p{M}\\p{N}'’-]+"
/** Matches a lower-case word inside a name, such as `do` in `Cais do Sodré`. */
const particle = '(?: (?:de|da|do|das|dos|del|di|du|la|le|van|von|der|of|of the))?'
const name = new RegExp(`${nameWord}(?:${particle} ${nameWord})*`, 'gu')

/**
 * Returns the names and numbers in the answers and their prompt, in order of first use: amounts, years, and words that
 * are capitalized within a sentence and that no answer writes in lower case. Leaves out single digits without a unit,
 * and what comes after the first `termsMax`.
 */
export function termsOf(answers: string[], prompt: string): string[] {
  const statements = [...answers, prompt].flatMap(statementsOf)
  const found = statements.flatMap((statement) =>
    [...namesIn(statement), ...numbersIn(statement)].toSorted((a, b) => a.at - b.at).map(({ term }) => term),
  )
  const answerText = answers.join('\n')
  const isAlsoLowerCase = (term: string) => !/\d/.test(term) && hasWord(answerText, term.toLowerCase())
  const terms = [...new Map(found.map((term) => [comparable(term), term])).values()]
  return terms.slice(0, termsMax).filter((term) => !isAlsoLowerCase(term))
}

/**
 * Returns what a prompt asks about: the short values of its blanks without articles, and those of `terms` that its text
 * contains, but none of these values does. Leaves out numbers and instructions.
 */
export function termsOfPrompt(text: string, values: Record<string, string>, terms: string[]): string[] {
  const shortValues = Object.entries(values)
    .filter(([name]) => !instruction.test(name))
    .map(([, value]) => value.trim().replace(article, ''))
    .filter((value) => value !== '' && value.split(/\s+/).length <= valueWordsMax && !/[\n,;]/.test(value))
  const isPart = (term: string) => shortValues.some((value) => mentions(value, term))
  const found = [...shortValues, ...terms.filter((term) => mentions(text, term) && !isPart(term))]
  return [...new Set(found)].filter((term) => !count.test(term))
}

/**
 * Tells whether a text contains a term as whole words. Ignores case, the endings of plural and genitive, and the
 * notation of times and small numbers.
 */
export function mentions(text: string, term: string): boolean {
  const words = comparable(term).split(/\s+/)
  const pattern = words.map(
    (part) => part.replace(/[$()*+.?[\\\]^{|}/]/g, '\\$&') + (/\p{L}{3}$/u.test(part) ? "(?:['’]?s|e[sn]?|n)?" : ''),
  )
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern.join('\\s+')}(?![\\p{L}\\p{N}])`, 'u').test(comparable(text))
}

const numberWords = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const numberWord = new RegExp(`\\b(?:${numberWords.join('|')})\\b`, 'g')

/**
 * Converts a text to lower case, times such as `4:30 pm` and `9:05` to `16:30` and `09:05`, and the words for two to
 * twelve to digits.
 */
function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(numberWord, (word) => String(numberWords.indexOf(word) + 2))
    .replace(/(?<![\d.,:])(1[0-2]|0?[1-9])(?::([0-5]\d))? ?([ap])\.?m\b/g, (_, hour, minutes = '00', half) => {
      const hours = (Number(hour) % 12) + (half === 'p' ? 12 : 0)
      return `${String(hours).padStart(2, '0')}:${minutes}`
    })
    .replace(/(?<![\d.,:])\d:[0-5]\d(?![\d:])/g, '0$&')
}

function hasWord(text: string, term: string): boolean {
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    const [before = '', after = ''] = [text.slice(0, at).at(-1), text[at + term.length]]
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true
  }
  return false
}

type Found = { at: number; term: string }

/** Matches what may precede the first word of an entry in a schedule: a time, or nothing. */
const onlyTime = /^[\d\s.:–-]*(?:[ap]\.?m[\s.:–-]*)?$/i

/**
 * Finds names: runs of capitalized words. Drops the first word where any word would be capitalized: at the beginning of
 * a statement, or after a punctuation mark other than `,`, `;` or `)`. Keeps it if only the name follows a colon.
 */
function namesIn(statement: string): Found[] {
  return Array.from(statement.matchAll(name)).flatMap(({ 0: words, index }) => {
    const before = statement.slice(0, index)
    const isLabeled = before.endsWith(': ') && /^[.*_]*$/.test(statement.slice(index + words.length))
    const isFirst = !isLabeled && (onlyTime.test(before) || !/[\p{L}\p{N},;)]["”’]? $/u.test(before))
    const term = isFirst ? words.replace(/^\S+(?: \p{Ll}+)* ?/u, '') : words
    return /^\p{Lu}/u.test(term) && !/^I['’]/.test(term) ? [{ at: index, term: term.replace(/['’]s$/, '') }] : []
  })
}

function numbersIn(statement: string): Found[] {
  return Array.from(statement.matchAll(number)).flatMap(({ 0: found, index }) => {
    const term = found.trim().replace(/(?<![.,:/])[.,:/]+$/, '')
    return /\d.*\d|[$€£¥%\p{L}]/u.test(term) ? [{ at: index, term }] : []
  })
}
