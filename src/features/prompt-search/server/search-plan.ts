import type { GroupReader } from '#features/catalogue/server/group-lists.ts'
import { isSignWord, isUnspacedCharacter } from '#features/text-search/indexed-text-rules.ts'
import { splitExclusions } from '#features/text-search/server/term-queries.ts'
import type { Db } from '#platform/database/db.ts'
import { rarityOf } from '../ranking-rules.ts'
import {
  asksToDescribe,
  indexOfKind,
  isGenericPictureWord,
  isPictureKind,
  isRoleWord,
  type SearchWord,
  searchWordsMax,
  searchWordsOf,
} from '../search-word-rules.ts'
import { isEnglishWord } from './english-words.ts'
import { findForeignness, findListedForms, type Lexemes, lexemesOf, stopWordsOf } from './search-lexemes.ts'
import { findNeeds, namesOfNeeds, suggestsNeeds } from './search-needs.ts'
import { frequenciesInGroups, frequenciesOf } from './word-frequencies.ts'

/**
 * A form of a searched word: the word itself, its correction, or a related word. `english` and `simple` are its
 * tsqueries for English prompts and for others, and may be empty.
 */
export type SearchForm = {
  english: string
  simple: string
  /** How much the form counts, compared with 1 for the word itself. */
  weight: number
  /** How many published prompts have it. */
  prompts: number
  /** Its inverse document frequency (`rarityOf`), and the highest that any form can have. */
  rarity: number
  rarityMax: number
}

/**
 * A searched word with its forms, starting with the word itself or its correction, or a need with its names, starting
 * with the rarest name.
 */
export type PlannedWord = {
  text: string
  /** Whether the word only introduces a request, as “help” and “write” do. */
  isFiller: boolean
  /** Whether the word and the next one name one thing together, as in “cover letter”. */
  startsPhrase?: boolean
  /** Whether the word says only that a picture is wanted, as “photo” does. */
  isGenericPictureWord?: boolean
  weight: number
  forms: SearchForm[]
}

/**
 * How a term is searched. `words` leaves out stop words, unless all others are fillers. Needs are weighted by their
 * share of the search. With `hasOperators`, quotes or minus signs decide what matches, and words only rank. `length`
 * counts the searched words and stop words; with `isCut`, the term has more. `isForeign`: it isn't English.
 */
export type SearchPlan = {
  term: string
  isForeign: boolean
  /**
   * For each word of the term, the word of db/search-needs.txt with the same stem, or itself if there is none. A
   * mistyped word is corrected first.
   */
  formsInNeeds: ReadonlyMap<string, string>
  words: PlannedWord[]
  needs: PlannedWord[]
  length: number
  isCut: boolean
  hasOperators: boolean
  /** The term with its corrections, or null if there are none. */
  suggestion: string | null
}

/** Finds the nearest known word for each rare word. The result leaves out words to which no known word is near. */
export type CorrectWords = (words: string[]) => Promise<Map<string, string>>

/** The weight of a word that only introduces a request. */
const fillerWeight = 0.1
/** The weight of words for people or tools that do a task. Very many titles have such a word. */
const roleWeight = 0.6
/**
 * “logo” matters more than “bakery” in “logo for a bakery”, because prompts for images often leave the subject blank.
 */
const pictureKindWeight = 1.5
/** “photo” matters less than “product” in “product photo”, because every prompt for images matches “photo”. */
const genericPictureWeight = 0.4
/** “candle” matters less than “product” in “product photo of a candle”. */
const pictureSubjectWeight = 0.4
const correctionWeight = 0.9
/** The maximum number of related forms of each word and of all words together. It limits the cost of long terms. */
const formsMax = { word: 10, all: 80 }
/** A word that at most this many prompts have may be a typo, because another author may have made the same one. */
const correctedMax = 1
/**
 * How many rare words may be corrected. A search with more of them is probably in a language that the catalogue doesn't
 * have.
 */
const correctionsMax = 6
/**
 * A word that occurs nowhere may be a typo or a name, so it counts as no rarer than a word that this many prompts have.
 */
const rareMin = 2

/** A term with more words is a sentence, which no title or name is similar to. */
const comparableWordsMax = 4
/** The minimum length of a compared term. pg_trgm needs three characters to use its index. */
const comparableMin = 3

const operators = /"|(^|\s)-[\p{L}\p{N}]/u
/**
 * The minimum length of an unknown word that is matched as a prefix. A single letter would match half the catalogue.
 */
const prefixMin = 2

/**
 * Decides which words and forms to search for, and how much each of them counts. For a `reader`, a word that only prompts
 * of their groups have counts as known.
 */
export async function planSearch(
  db: Db,
  term: string,
  correct?: CorrectWords,
  reader: GroupReader | null = null,
): Promise<SearchPlan> {
  const typedWords = searchWordsOf(term, searchWordsMax + 1)
  const searchedWords = typedWords.slice(0, searchWordsMax)
  const stopWords = await stopWordsOf(db, searchedWords)
  const isFiller = (word: SearchWord) => word.isFiller || stopWords.has(word.text)
  const chosenWords = searchedWords.every(isFiller)
    ? searchedWords.map((word) => ({ ...word, isFiller: false }))
    : // English texts are indexed without stop words, so a stop word would seem to be very rare.
      searchedWords.filter(({ text }) => !stopWords.has(text)).map((word) => ({ ...word, isFiller: isFiller(word) }))
  const ownForms = await formsOf(
    db,
    chosenWords.map(({ text }) => ({ text, weight: 1 })),
    { maySkipNew: false },
    reader,
  )
  const unfinishedIndex = indexOfUnfinished(term, searchedWords, chosenWords)
  const unfinishedForm = ownForms[unfinishedIndex]
  const completions = unfinishedForm?.prompts === 0 ? await prefixFormsOf(db, unfinishedForm, reader) : []
  const rareWords = chosenWords.filter(({ text, isFiller }, index) => {
    // What a word begins with may just be unfinished, and a word with signs isn't in `search_words`.
    const mayBeMistyped = !isSignWord(text) && (index !== unfinishedIndex || completions.length === 0)
    return !isFiller && mayBeMistyped && (ownForms[index]?.prompts ?? 0) <= correctedMax
  })
  const suggestedCorrections =
    (await correct?.(rareWords.slice(0, correctionsMax).map(({ text }) => text))) ?? new Map()
  // "receta de cocina" must not be corrected to "recent de china".
  const foreignness = await findForeignness(db, searchedWords)
  for (const [word, correction] of suggestedCorrections) {
    const isWrong = foreignness === 'yes' || (foreignness === 'maybe' && isEnglishWord(correction))
    if (isWrong) suggestedCorrections.delete(word)
  }
  const listedByWord = await findListedForms(db, [
    ...searchedWords.map(({ text }) => text),
    ...suggestedCorrections.values(),
  ])
  const listedFormOf = (word: string) => listedByWord.get(word) ?? word
  const corrections = new Map<string, string>()
  const isDescription = asksToDescribe(searchedWords)
  const kindIndex = indexOfKind(searchedWords, (text) => stopWords.has(text))
  const weightAt = (text: string) => {
    const index = searchedWords.findIndex((word) => word.text === text)
    if (kindIndex === -1 || index < kindIndex || isGenericPictureWord(text)) return weightOf(text)
    return index === kindIndex ? pictureKindWeight : pictureSubjectWeight
  }
  const wordsToPlan = chosenWords.map(({ text, isFiller }, index): WordToPlan => {
    const related: { text: string; weight: number }[] = []
    const correction = suggestedCorrections.get(text)
    if (correction) related.push({ text: correction, weight: correctionWeight })
    if (correction && ownForms[index]?.prompts === 0) corrections.set(text, correction)
    const intendedWord = corrections.get(text) ?? text
    if (!isFiller) related.push(...namesOfNeeds(listedFormOf(intendedWord)))
    return {
      text,
      isFiller,
      startsPhrase: isPhrase(text, chosenWords[index + 1]?.text),
      isGenericPictureWord: isGenericPictureWord(text) && !isDescription,
      weight: isFiller ? fillerWeight : weightAt(text),
      related,
      isMistyped: corrections.has(text),
    }
  })
  const plannedWords = await withForms(db, wordsToPlan, ownForms)
  const unfinishedWord = plannedWords[unfinishedIndex]
  if (unfinishedWord?.forms.every(({ prompts }) => prompts === 0)) unfinishedWord.forms.push(...completions)
  // A single character of a script without spaces is searched as a prefix, which also matches the word itself.
  for (const [index, word] of plannedWords.entries()) {
    if (!isUnspacedCharacter(word.text)) continue
    const prefixForms = await prefixFormsOf(db, ownForms[index], reader)
    if (prefixForms.length > 0) word.forms = prefixForms
  }
  const formsInNeeds = new Map(searchedWords.map(({ text }) => [text, listedFormOf(corrections.get(text) ?? text)]))
  return {
    term,
    isForeign: foreignness === 'yes',
    formsInNeeds,
    words: plannedWords,
    needs: await planNeeds(
      db,
      [...formsInNeeds].map(([text, listedForm]) => ({ text, listedForm })),
      plannedWords,
    ),
    length: searchedWords.length,
    isCut: typedWords.length > searchedWords.length,
    hasOperators: operators.test(term),
    suggestion: correctedTerm(term, corrections),
  }
}

/** Returns the place of the last word in `chosenWords` if the word may be unfinished, otherwise -1. */
function indexOfUnfinished(term: string, searchedWords: SearchWord[], chosenWords: SearchWord[]): number {
  const last = searchedWords.at(-1)?.text ?? ''
  return /\s$/.test(term) || last.length < prefixMin ? -1 : chosenWords.findIndex(({ text }) => text === last)
}

/** Returns the plan for a part of the planned term. Returns null if the part has no planned word other than fillers. */
export async function planPart(db: Db, plan: SearchPlan, part: string): Promise<SearchPlan | null> {
  const typedWords = searchWordsOf(part).map(({ text }) => text)
  const words = plan.words
    .filter(({ text }) => typedWords.includes(text))
    .map((word) => ({ ...word, startsPhrase: isPhrase(word.text, typedWords[typedWords.indexOf(word.text) + 1]) }))
  if (words.every(({ isFiller }) => isFiller)) return null
  const searchedWords = typedWords.map((text) => ({ text, listedForm: plan.formsInNeeds.get(text) ?? text }))
  return { ...plan, term: part, words, needs: await planNeeds(db, searchedWords, words), length: typedWords.length }
}

/**
 * Returns the term to compare with titles and names. Returns null if the comparison would find nothing, find what the
 * term excludes, or read every row.
 */
export function comparableTerm({ term, length, hasOperators }: SearchPlan): string | null {
  if (hasOperators && splitExclusions(term).exclusions.length > 0) return null
  const lower = term.toLowerCase().trim()
  // Signs aren't in trigrams: “???” would be compared with every title, and “c++” with every word that begins with c.
  const letters = lower.replace(/[^\p{L}\p{M}\p{N}]/gu, '').length
  return letters >= comparableMin && length > 0 && length <= comparableWordsMax ? lower : null
}

async function planNeeds(
  db: Db,
  searchedWords: { text: string; listedForm: string }[],
  words: PlannedWord[],
): Promise<PlannedWord[]> {
  const wordsByText = new Map(words.map((word) => [word.text, word]))
  const needs = findNeeds(
    searchedWords.map(({ text, listedForm }) => {
      const word = wordsByText.get(text)
      const importance = word && !word.isFiller ? word.weight * (word.forms[0]?.rarity ?? 0) : 0
      return { text: listedForm, importance }
    }),
  )
  const nameForms = await formsOf(
    db,
    needs.flatMap(({ names }) => names),
    { maySkipNew: true },
  )
  // A name that is also a searched word adds no information.
  const searchedForms = new Set(words.map(({ forms }) => forms[0]?.english))
  return needs.flatMap(({ names, share }) => {
    const forms = nameForms
      .splice(0, names.length)
      .filter(({ prompts, english }) => prompts > 0 && !searchedForms.has(english))
    if (forms.length === 0) return []
    return {
      text: names[0]?.text ?? '',
      isFiller: false,
      weight: share,
      forms: forms.sort((a, b) => b.rarity - a.rarity),
    }
  })
}

/** Tells whether most of the words that aren't fillers are English as typed. */
export function isMostlyEnglish(plan: SearchPlan): boolean {
  const words = wordsWithoutFillers(plan)
  return 2 * words.filter(({ text }) => isEnglishWord(text)).length > words.length
}

/** Returns the words without fillers, or all words if there are only fillers. */
export function wordsWithoutFillers({ words }: SearchPlan): PlannedWord[] {
  const withoutFillers = words.filter(({ isFiller }) => !isFiller)
  return withoutFillers.length > 0 ? withoutFillers : words
}

/** Tells whether two consecutive words name one thing. */
function isPhrase(word: string, next: string | undefined): boolean {
  return next !== undefined && suggestsNeeds(`${word} ${next}`)
}

/**
 * A word whose forms aren't known yet. `related` has its correction if there is one, then the names of needs that it
 * suggests.
 */
type WordToPlan = Omit<PlannedWord, 'forms'> & { related: { text: string; weight: number }[]; isMistyped: boolean }

function weightOf(word: string): number {
  if (isPictureKind(word)) return pictureKindWeight
  if (isGenericPictureWord(word)) return genericPictureWeight
  if (isRoleWord(word)) return roleWeight
  return 1
}

async function withForms(db: Db, words: WordToPlan[], ownForms: SearchForm[]): Promise<PlannedWord[]> {
  const relatedForms = await formsOf(
    db,
    words.flatMap(({ related }) => related),
    { maySkipNew: true },
  )
  const formsPerWord = Math.min(formsMax.word, Math.floor(formsMax.all / words.length))
  return words.map(({ related, isMistyped, ...word }, index) => {
    const others = relatedForms.splice(0, related.length)
    // A mistyped word occurs nowhere, so its correction takes its place, even if it occurs only in tools.
    const itself = (isMistyped ? others.shift() : ownForms[index]) as SearchForm
    const forms = new Map([[itself.english, itself]])
    for (const form of others.filter(({ prompts }) => prompts > 0)) {
      if (!forms.has(form.english))
        forms.set(form.english, { ...form, weight: form.weight * relatedFormFactor(itself) })
    }
    return { ...word, forms: [...forms.values()].slice(0, 1 + formsPerWord) }
  })
}

/**
 * Returns the factor for related forms of a word. They count less for a frequent word, which people mean literally: the
 * factor is 0 if every prompt has the word, and 1 if hardly any does.
 */
function relatedFormFactor({ rarity, rarityMax }: SearchForm): number {
  return rarityMax === 0 ? 1 : rarity / rarityMax
}

/**
 * Returns a list with the form that matches all words that begin with this one as typed, or an empty list if no prompt
 * has such a word.
 */
async function prefixFormsOf(
  db: Db,
  ownForm: SearchForm | undefined,
  reader: GroupReader | null,
): Promise<SearchForm[]> {
  const query = (ownForm?.simple ?? '').replace(/'$/, `':*`)
  if (!query) return []
  const { counts, total } = await knownFrequenciesOf(db, [query], { maySkipNew: false }, reader)
  const prompts = counts.get(query) ?? 0
  if (prompts === 0) return []
  const [rarity, rarityMax] = [rarityOf(prompts, total), rarityOf(rareMin, total)]
  return [{ english: query, simple: query, weight: 1, prompts, rarity, rarityMax }]
}

/** Returns the term with its corrections, or null if there are none. */
function correctedTerm(term: string, corrections: Map<string, string>): string | null {
  if (corrections.size === 0) return null
  return term.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => corrections.get(word.toLowerCase()) ?? word)
}

/** Counts the published prompts that have each of the words. */
export async function countPromptsWith(db: Db, words: string[]): Promise<number[]> {
  const forms = await formsOf(
    db,
    words.map((text) => ({ text, weight: 1 })),
  )
  return forms.map(({ prompts }) => prompts)
}

/** Like `frequenciesOf`. For a reader, words that no published prompt has are counted in the prompts of their groups. */
async function knownFrequenciesOf(
  db: Db,
  queries: string[],
  freshness: { maySkipNew: boolean },
  reader: GroupReader | null,
): ReturnType<typeof frequenciesOf> {
  const { counts, total } = await frequenciesOf(db, queries, freshness)
  if (!reader) return { counts, total }
  const absent = queries.filter((query) => counts.get(query) === 0)
  return { counts: new Map([...counts, ...(await frequenciesInGroups(db, absent, reader))]), total }
}

/** Returns the words as forms, each with the number of its prompts. `freshness` is passed to `frequenciesOf`. */
async function formsOf(
  db: Db,
  words: { text: string; weight: number }[],
  freshness = { maySkipNew: false },
  reader: GroupReader | null = null,
): Promise<SearchForm[]> {
  const wordLexemes = await lexemesOf(
    db,
    words.map(({ text }) => text),
  )
  const { counts, total } = await knownFrequenciesOf(
    db,
    wordLexemes.flatMap(({ english, simple }) => [english, simple]).filter(Boolean),
    freshness,
    reader,
  )
  return words.map(({ weight }, index) => {
    const { english, simple } = wordLexemes[index] as Lexemes
    const prompts = Math.max(counts.get(english) ?? 0, counts.get(simple) ?? 0)
    return {
      english: english || simple,
      simple,
      weight,
      prompts,
      rarity: rarityOf(Math.max(rareMin, prompts), total),
      rarityMax: rarityOf(rareMin, total),
    }
  })
}
