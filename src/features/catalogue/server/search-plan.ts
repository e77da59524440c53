import type { Db } from '#server/platform/db.ts'
import { rarityOf } from '../ranking-rules.ts'
import { isRoleWord, type SearchWord, searchWordsMax, searchWordsOf } from '../search-word-rules.ts'
import { isInAnotherLanguage, type Lexemes, lexemesOf, listedForms, stopWordsOf } from './search-lexemes.ts'
import { needsOf, needWords } from './search-needs.ts'
import { frequenciesOf } from './word-frequencies.ts'
import { isEnglishWord, type RelatedWord, relatedWords, usualKindOf } from './wordnet.ts'

/**
 * A form of a searched word: the word itself, its correction, or a related word. `english`, `simple`: as a tsquery for
 * English prompts and for others, empty if there is none. `prompts`: how many have it. `rarest`: the
 * rarity of the rarest words.
 */
export type SearchForm = {
  english: string
  simple: string
  weight: number
  prompts: number
  rarity: number
  rarest: number
}

/** A searched word with its forms, the word itself (or what it is corrected to) first; or a need with its names, the rarest first. */
export type PlannedWord = { text: string; isFiller: boolean; weight: number; forms: SearchForm[] }

/**
 * How a term is searched. `needs`: what it is likely for; their weight is their share of the search. `narrows`: quotes and minus signs decide what is found; words only rank it. `words` are without stop
 * words, unless there are no others. `length`: how many words are searched, stop words too; `isCut`: the term has more.
 */
export type SearchPlan = {
  term: string
  words: PlannedWord[]
  needs: PlannedWord[]
  length: number
  isCut: boolean
  narrows: boolean
  suggestion: string | null
}

/** The nearest known word to each rare word; words without one are left out. */
export type CorrectWords = (words: string[]) => Promise<Map<string, string>>

const fillerWeight = 0.1
/** Words for objects say what is wanted; words for properties and times say less. */
const kindWeights = { noun: 1, vague: 0.5, verb: 0.75, adj: 0.6, adv: 0.4 }
/** Titles are full of words for who does a task. */
const roleWeight = 0.6
const correctionWeight = 0.9
/** Forms of a word, and of all words together, besides the words themselves: a long term costs no more than a sentence. */
const formsMax = { word: 10, all: 80 }
/** A word that hardly any prompt has may be a typing mistake that somebody else made too. */
const correctedMax = 1
/** A search with more unknown words is in a language that the catalogue doesn't have. */
const correctionsMax = 6
/** A word that occurs nowhere may be a typing mistake or a name, so it doesn't count as rarer than this. */
const rareMin = 2

/** Longer terms are sentences, to which no title or name is similar. */
const comparableWordsMax = 4
/** pg_trgm needs three characters to use its index. */
const comparableMin = 3

const operators = /"|(^|\s)-[\p{L}\p{N}]/u
/** The shortest unknown word that is matched as a beginning: one letter would match half the catalogue. */
const prefixMin = 2

/** Decides which words and forms to search for, and what each is worth. */
export async function planSearch(db: Db, term: string, correct?: CorrectWords): Promise<SearchPlan> {
  const given = searchWordsOf(term, searchWordsMax + 1)
  const asked = given.slice(0, searchWordsMax)
  const stops = await stopWordsOf(db, asked)
  const isFiller = (word: SearchWord) => word.isFiller || stops.has(word.text)
  const wanted = asked.every(isFiller)
    ? asked.map((word) => ({ ...word, isFiller: false }))
    : // English texts are indexed without stop words, so the few that are found would pass for very rare.
      asked.filter(({ text }) => !stops.has(text)).map((word) => ({ ...word, isFiller: isFiller(word) }))
  const own = await formsOf(
    db,
    wanted.map(({ text }) => ({ text, weight: 1 })),
  )
  const phrases = phrasesOf(wanted)
  const seldom = wanted.filter(({ isFiller }, index) => {
    return !isFiller && !phrases[index] && (own[index]?.prompts ?? 0) <= correctedMax
  })
  const corrected = (await correct?.(seldom.slice(0, correctionsMax).map(({ text }) => text))) ?? new Map()
  // "receta de cocina" isn't a misspelled "recent de china".
  const isForeign = await isInAnotherLanguage(db, asked)
  for (const [word, correction] of corrected) if (isForeign && isEnglishWord(correction)) corrected.delete(word)
  const listed = await listedForms(db, [...asked.map(({ text }) => text), ...corrected.values()])
  const listedFormOf = (word: string) => listed.get(word) ?? word
  const corrections = new Map<string, string>()
  const words = wanted.map(({ text, isFiller }, index): Wanted => {
    const more: { text: string; weight: number }[] = []
    const correction = corrected.get(text)
    if (correction) more.push({ text: correction, weight: correctionWeight })
    if (correction && own[index]?.prompts === 0) corrections.set(text, correction)
    const meant = corrections.get(text) ?? text
    if (!isFiller) more.push(...(phrases[index] ?? relatedWords(meant)), ...needWords(listedFormOf(meant)))
    return {
      text,
      isFiller,
      weight: isFiller ? fillerWeight : weightOf(text),
      more,
      isMistyped: corrections.has(text),
    }
  })
  const plans = await withForms(db, words, own)
  const isOpen = !/\s$/.test(term)
  const last = plans.find(({ text }) => text === asked.at(-1)?.text)
  if (last && isOpen && last.text.length >= prefixMin && last.forms.every(({ prompts }) => prompts === 0)) {
    await addBeginning(db, last)
  }
  return {
    term,
    words: plans,
    needs: await planNeeds(
      db,
      asked.map(({ text }) => ({ text, listed: listedFormOf(corrections.get(text) ?? text) })),
      plans,
    ),
    length: asked.length,
    isCut: given.length > asked.length,
    narrows: operators.test(term),
    suggestion: correctedTerm(term, corrections),
  }
}

/** The term as it is compared with titles and names; null where that would find nothing, or read every row. */
export function comparableTerm({ term, length }: SearchPlan): string | null {
  const lower = term.toLowerCase().trim()
  // Punctuation alone has no words and no trigrams, so every title would be compared.
  return lower.length >= comparableMin && length > 0 && length <= comparableWordsMax ? lower : null
}

async function planNeeds(
  db: Db,
  asked: { text: string; listed: string }[],
  words: PlannedWord[],
): Promise<PlannedWord[]> {
  const planned = new Map(words.map((word) => [word.text, word]))
  const needs = needsOf(
    asked.map(({ text, listed }) => {
      const word = planned.get(text)
      const worth = word && !word.isFiller ? word.weight * (word.forms[0]?.rarity ?? 0) : 0
      return { text: listed, worth }
    }),
  )
  const found = await formsOf(
    db,
    needs.flatMap(({ names }) => names),
    { maySkipNew: true },
  )
  // A prompt isn't likelier to fit because it has a word of the search once more.
  const own = new Set(words.map(({ forms }) => forms[0]?.english))
  return needs.flatMap(({ names, share }) => {
    const forms = found.splice(0, names.length).filter(({ prompts, english }) => prompts > 0 && !own.has(english))
    if (forms.length === 0) return []
    return {
      text: names[0]?.text ?? '',
      isFiller: false,
      weight: share,
      forms: forms.sort((a, b) => b.rarity - a.rarity),
    }
  })
}

/** Whether most words that say what is wanted are English, as they were typed. */
export function isMostlyEnglish(plan: SearchPlan): boolean {
  const wanted = wantedWords(plan)
  return 2 * wanted.filter(({ text }) => isEnglishWord(text)).length > wanted.length
}

/** The words that say what is wanted; all of them if none does. */
export function wantedWords({ words }: SearchPlan): PlannedWord[] {
  const wanted = words.filter(({ isFiller }) => !isFiller)
  return wanted.length > 0 ? wanted : words
}

/**
 * For both words of a phrase ("curriculum vitae"), the words related to the phrase, since neither word is meant alone.
 */
function phrasesOf(words: SearchWord[]): (RelatedWord[] | undefined)[] {
  const phrases: (RelatedWord[] | undefined)[] = words.map(() => undefined)
  for (const [index, next] of words.slice(1).entries()) {
    const word = words[index]
    if (!word || word.isFiller || next.isFiller || phrases[index]) continue
    const related = relatedWords(`${word.text} ${next.text}`)
    if (related.length > 0) phrases.fill(related, index, index + 2)
  }
  return phrases
}

/** `more`: its correction, if it has one, and related words. */
type Wanted = Omit<PlannedWord, 'forms'> & { more: { text: string; weight: number }[]; isMistyped: boolean }

function weightOf(word: string): number {
  if (isRoleWord(word)) return roleWeight
  const kind = usualKindOf(word)
  return kind === null ? 1 : kindWeights[kind]
}

async function withForms(db: Db, words: Wanted[], own: SearchForm[]): Promise<PlannedWord[]> {
  const related = await formsOf(
    db,
    words.flatMap(({ more }) => more),
    { maySkipNew: true },
  )
  const most = Math.min(formsMax.word, Math.floor(formsMax.all / words.length))
  return words.map(({ more, isMistyped, ...word }, index) => {
    const others = related.splice(0, more.length).filter(({ prompts }) => prompts > 0)
    // A mistyped word occurs nowhere, so its correction takes its place.
    const itself = (isMistyped && others.shift()) || (own[index] as SearchForm)
    const forms = new Map([[itself.english, itself]])
    for (const form of others) {
      if (!forms.has(form.english)) forms.set(form.english, { ...form, weight: form.weight * seldomness(itself) })
    }
    return { ...word, forms: [...forms.values()].slice(0, 1 + most) }
  })
}

/** Somebody who searches for a frequent word means that word: 0 if every prompt has it, 1 if hardly any does. */
function seldomness({ rarity, rarest }: SearchForm): number {
  return rarest === 0 ? 1 : rarity / rarest
}

/** An unknown word at the end of a term may be the beginning of a word. */
async function addBeginning(db: Db, word: PlannedWord): Promise<void> {
  const query = (word.forms[0]?.simple ?? '').replace(/'$/, `':*`)
  if (!query) return
  const { counts, total } = await frequenciesOf(db, [query])
  const prompts = counts.get(query) ?? 0
  if (prompts > 0)
    word.forms.push({
      english: query,
      simple: query,
      weight: 1,
      prompts,
      rarity: rarityOf(prompts, total),
      rarest: rarityOf(rareMin, total),
    })
}

/** The term with its corrections; null without any. */
function correctedTerm(term: string, corrections: Map<string, string>): string | null {
  if (corrections.size === 0) return null
  return term.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => corrections.get(word.toLowerCase()) ?? word)
}

/** How many published prompts have each of the words. */
export async function countPromptsWith(db: Db, words: string[]): Promise<number[]> {
  const forms = await formsOf(
    db,
    words.map((text) => ({ text, weight: 1 })),
  )
  return forms.map(({ prompts }) => prompts)
}

async function formsOf(
  db: Db,
  words: { text: string; weight: number }[],
  freshness = { maySkipNew: false },
): Promise<SearchForm[]> {
  const found = await lexemesOf(
    db,
    words.map(({ text }) => text),
  )
  const { counts, total } = await frequenciesOf(
    db,
    found.flatMap(({ english, simple }) => [english, simple]).filter(Boolean),
    freshness,
  )
  return words.map(({ weight }, index) => {
    const { english, simple } = found[index] as Lexemes
    const prompts = Math.max(counts.get(english) ?? 0, counts.get(simple) ?? 0)
    return {
      english: english || simple,
      simple,
      weight,
      prompts,
      rarity: rarityOf(Math.max(rareMin, prompts), total),
      rarest: rarityOf(rareMin, total),
    }
  })
}
