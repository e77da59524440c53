import { languageName } from '#lib/language-name.ts'
import { plural, t } from '#lib/texts.ts'

/** The limits of a check. Lengths are in characters, depths in levels of nesting. */
export const checkLimits = {
  textMax: 2_000,
  patternMax: 200,
  /**
   * How large a compiled pattern may be, as counted by the library re2js. The time of a match is proportional to this
   * size times the text's length.
   */
  patternSize: 250,
  schemaMax: 10_000,
  wordsMax: 100_000,
  jsonDepth: 100,
} as const

/**
 * A rule that an answer has to pass. Texts are compared exactly, including case. `equals` ignores white space at both
 * ends. `matches` looks for an RE2 pattern anywhere in the answer. `number` checks the answer's first number.
 */
export type Check =
  | { kind: 'contains' | 'not-contains' | 'equals'; text: string }
  | { kind: 'matches'; pattern: string }
  | { kind: 'json' }
  | { kind: 'json-schema'; schema: string }
  | { kind: 'words-max' | 'words-min'; words: number }
  | { kind: 'language'; language: string }
  | { kind: 'number'; min: number | null; max: number | null }
export type CheckKind = Check['kind']

export const checkNames: Record<CheckKind, string> = {
  get contains() {
    return t('Contains')
  },
  get 'not-contains'() {
    return t('Does not contain')
  },
  get matches() {
    return t('Matches')
  },
  get equals() {
    return t('Equals')
  },
  get json() {
    return t('Is JSON')
  },
  get 'json-schema'() {
    return t('Fits a JSON Schema')
  },
  get 'words-max'() {
    return t('At most this many words')
  },
  get 'words-min'() {
    return t('At least this many words')
  },
  get language() {
    return t('Is in this language')
  },
  get number() {
    return t('Number in a range')
  },
}
export const checkKinds = Object.keys(checkNames) as CheckKind[]

/** The languages that can be detected, as BCP 47 codes. */
export const languages =
  'am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms nl no or pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh'.split(
    ' ',
  )

/** Whether an answer passed a check, and if it didn't, why. */
export type Outcome = { passed: boolean; why: string | null }

/** What checks need from libraries. The time of each function grows about linearly with the length of the answer. */
export type CheckEngines = {
  /** Returns what is wrong with a pattern as a sentence, or null if it is valid. */
  patternError(pattern: string): string | null
  /** Tells whether any part of a text matches a pattern. */
  finds(pattern: string, text: string): boolean
  /** Returns what is wrong with a JSON Schema as a sentence, or null if it is valid. */
  schemaError(schema: string): string | null
  /** Returns how a value violates a schema, or null if it fits. */
  schemaMismatch(schema: string, value: unknown): string | null
  /** Returns the language of a text as a BCP 47 code. */
  languageOf(text: string): string
}

/** Describes a check in words, such as `Contains “tide”`. */
export function describeCheck(check: Check): string {
  const name = checkNames[check.kind]
  if ('text' in check) return `${name} “${check.text}”`
  if ('words' in check)
    return check.kind === 'words-max'
      ? plural(check.words, 'At most {count} word', 'At most {count} words')
      : plural(check.words, 'At least {count} word', 'At least {count} words')
  if ('pattern' in check) return `${name} ${check.pattern}`
  if ('language' in check) return t('Is in {language}', { language: languageName(check.language) })
  return check.kind === 'number' ? describeRange(check) : name
}

function describeRange({ min, max }: { min: number | null; max: number | null }): string {
  if (min === null) return t('The first number is at most {max}', { max: String(max) })
  return max === null
    ? t('The first number is at least {min}', { min: String(min) })
    : t('The first number is from {min} to {max}', { min: String(min), max: String(max) })
}

/** Returns what is wrong with a check itself as a sentence, or null if it is valid. */
export function findCheckError(check: Check, engines: CheckEngines): string | null {
  if (check.kind === 'matches') return engines.patternError(check.pattern)
  if (check.kind === 'json-schema') return engines.schemaError(check.schema)
  if (check.kind !== 'number') return null
  const { min, max } = check
  if (min === null && max === null) return t('Enter the lowest number, the highest, or both.')
  return min !== null && max !== null && min > max ? t('The lowest number is above the highest.') : null
}

/** Runs a valid check on an answer. The outcome depends only on the check and the answer. */
export function runCheck(check: Check, answer: string, engines: CheckEngines): Outcome {
  const why = failureReason(check, answer, engines)
  return { passed: why === null, why }
}

function failureReason(check: Check, answer: string, engines: CheckEngines): string | null {
  switch (check.kind) {
    case 'contains':
      return answer.includes(check.text) ? null : t('The answer doesn’t contain the text.')
    case 'not-contains':
      return answer.includes(check.text) ? t('The answer contains the text.') : null
    case 'equals':
      return answer.trim() === check.text.trim() ? null : t('The answer is a different text.')
    case 'matches':
      return engines.finds(check.pattern, answer) ? null : t('No part of the answer matches.')
    case 'json':
      return readJson(answer).error
    case 'json-schema': {
      const { error, value } = readJson(answer)
      return error ?? engines.schemaMismatch(check.schema, value)
    }
    case 'words-max':
    case 'words-min':
      return wordsMismatch(check, countWords(answer))
    case 'language': {
      const found = engines.languageOf(answer)
      return found === check.language
        ? null
        : t('The answer seems to be in {language}.', { language: languageName(found) })
    }
    case 'number':
      return numberMismatch(check, firstNumber(answer))
  }
}

function wordsMismatch(
  { kind, words }: { kind: 'words-max' | 'words-min'; words: number },
  found: number,
): string | null {
  const fits = kind === 'words-max' ? found <= words : found >= words
  return fits ? null : plural(found, 'The answer has {count} word.', 'The answer has {count} words.')
}

function numberMismatch({ min, max }: { min: number | null; max: number | null }, found: number | null): string | null {
  if (found === null) return t('The answer has no number.')
  const fits = (min === null || found >= min) && (max === null || found <= max)
  return fits ? null : t('The first number is {found}.', { found: String(found) })
}

/** Counts the words of a text, which are separated by white space. */
export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0
}

/** Matches a written number, with or without commas between groups of three digits. */
export const numberPattern = /[-−]?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?/

/** Returns the first number in a text, without the commas between groups of digits. Returns null if there is none. */
export function firstNumber(text: string): number | null {
  const written = numberPattern.exec(text)?.[0]
  return written === undefined ? null : Number(written.replace('−', '-').replaceAll(',', ''))
}

/** Reads an answer that is JSON and nothing else, with up to `jsonDepth` levels. */
export function readJson(answer: string): { value?: unknown; error: string | null } {
  if (depthOf(answer) > checkLimits.jsonDepth)
    return { error: t('The answer is nested more than {jsonDepth} levels deep.', { jsonDepth: checkLimits.jsonDepth }) }
  try {
    return { value: JSON.parse(answer), error: null }
  } catch {
    return { error: t('The answer isn’t JSON.') }
  }
}

/** Returns how deeply brackets are nested, ignoring those in strings. */
export function depthOf(json: string): number {
  let depth = 0
  let deepest = 0
  let isInString = false
  for (let i = 0; i < json.length; i++) {
    const character = json[i]
    if (isInString) {
      if (character === '\\') i++
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth)
    else if (character === ']' || character === '}') depth--
  }
  return deepest
}
