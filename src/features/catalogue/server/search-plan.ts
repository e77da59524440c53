import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { createRecent } from '#server/platform/lru-cache.ts'
import { rarityOf } from '../ranking-rules.ts'
import { type SearchWord, searchWordsOf, withPairs } from '../search-word-rules.ts'
import { frequenciesOf } from './word-frequencies.ts'
import { relatedWords, usualKindOf } from './wordnet.ts'

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

/** A searched word with its forms, the word itself first. */
export type PlannedWord = { text: string; isBallast: boolean; weight: number; forms: SearchForm[] }

/** How a term is searched. `narrows`: quotes and minus signs decide what is found; words only rank it. */
export type SearchPlan = { term: string; words: PlannedWord[]; narrows: boolean; suggestion: string | null }

/** The nearest known word to one that nothing has; null if there is none. */
export type CorrectWord = (word: string) => Promise<string | null>

const ballastWeight = 0.1
/** Things say what is wanted; what they are like, and when, less. */
const kindWeights = { noun: 1, vague: 0.5, verb: 0.75, adj: 0.5, adv: 0.4 }
/** Of two words together only what means the same counts, not what is wider. */
const phraseMin = 0.5
const correctionWeight = 0.9
const formsMax = 8
/** A word that hardly any prompt has may be a typing mistake that somebody else made too. */
const correctedMax = 1
/** A word that nothing has can't be told from a typing mistake or a name: it doesn't count as rarer than this. */
const rareMin = 2

const operators = /"|(^|\s)-[\p{L}\p{N}]/u
/** The shortest unknown word that is matched as a beginning: one letter would match half the catalogue. */
const prefixMin = 2

/** Decides which words and forms to search for, and what each is worth. */
export async function planSearch(db: Db, term: string, correct?: CorrectWord): Promise<SearchPlan> {
  const asked = searchWordsOf(term)
  const stops = await stopWordsOf(db, asked)
  const isBallast = (word: SearchWord) => word.isBallast || stops.has(word.text)
  const onlyBallast = asked.every(isBallast)
  const wanted = asked.map((word) => ({ ...word, isBallast: !onlyBallast && isBallast(word) }))
  const own = await formsOf(
    db,
    wanted.map(({ text }) => ({ text, weight: 1 })),
  )
  const corrections = new Map<string, string>()
  const words = await Promise.all(
    wanted.map(async ({ text, isBallast }, index) => {
      const form = own[index]
      const planned: Wanted = { text, isBallast, weight: isBallast ? ballastWeight : weightOf(text), more: [] }
      if (isBallast || !form) return planned
      if (correct && form.prompts <= correctedMax) {
        const correction = await correct(text)
        if (correction) planned.more.push({ text: correction, weight: correctionWeight })
        if (correction && form.prompts === 0) corrections.set(text, correction)
      }
      planned.more.push(...relatedWords(text))
      const next = wanted[index + 1]
      if (next && !next.isBallast) {
        planned.more.push(...relatedWords(`${text} ${next.text}`).filter(({ weight }) => weight >= phraseMin))
      }
      return planned
    }),
  )
  const plans = await withForms(db, words, own)
  const isOpen = !/\s$/.test(term)
  const last = plans.at(-1)
  if (last && isOpen && last.text.length >= prefixMin && last.forms.every(({ prompts }) => prompts === 0)) {
    await addBeginning(db, last)
  }
  return { term, words: plans, narrows: operators.test(term), suggestion: correctedTerm(term, corrections) }
}

type Wanted = Omit<PlannedWord, 'forms'> & { more: { text: string; weight: number }[] }

function weightOf(word: string): number {
  const kind = usualKindOf(word)
  return kind === null ? 1 : kindWeights[kind]
}

async function withForms(db: Db, words: Wanted[], own: SearchForm[]): Promise<PlannedWord[]> {
  const related = await formsOf(
    db,
    words.flatMap(({ more }) => more),
  )
  return words.map(({ more, ...word }, index) => {
    const others = related.splice(0, more.length).filter(({ prompts }) => prompts > 0)
    const itself = own[index] as SearchForm
    const forms = new Map([[itself.english, itself]])
    for (const form of others) {
      if (!forms.has(form.english)) forms.set(form.english, { ...form, weight: form.weight * seldomness(itself) })
    }
    return { ...word, forms: [...forms.values()].slice(0, 1 + formsMax) }
  })
}

/** Who looks for a word that many prompts have means that word: 0 if all have it, 1 if hardly one. */
function seldomness({ rarity, rarest }: SearchForm): number {
  return rarest === 0 ? 1 : rarity / rarest
}

/** A word that nothing has, at the end of a term, is perhaps the beginning of one. */
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

type Lexemes = { english: string; simple: string; stops: string[] }
const lexemes = createRecent<Lexemes>({ max: 20_000 })

/** Whose stop words count. A word of one language may be a stop word of another: "war", "die". */
const languages = ['english', 'german', 'french', 'spanish', 'italian', 'portuguese', 'dutch', 'turkish', 'russian']

/** The words as tsqueries, and the languages that they are stop words of. Texts never change their lexemes. */
async function lexemesOf(db: Db, texts: string[]): Promise<Lexemes[]> {
  const unknown = [...new Set(texts)].filter((text) => !lexemes.has(text))
  if (unknown.length > 0) {
    const { rows } = await sql<Lexemes & { text: string }>`
      select w.text, phraseto_tsquery('promptarium_english', w.pairs)::text as english,
        phraseto_tsquery('promptarium_simple', w.pairs)::text as simple,
        array(select l from unnest(${languages}::text[]) as l where ts_lexize((l || '_stem')::regdictionary, w.text) = '{}') as stops
      from unnest(${unknown}::text[], ${unknown.map(withPairs)}::text[]) as w(text, pairs)`.execute(db)
    for (const { text, ...row } of rows) lexemes.set(text, row)
  }
  return texts.map((text) => lexemes.get(text) ?? { english: '', simple: '', stops: [] })
}

/** English stop words among the words, and those of another language that the term has at least two of, and more of. */
async function stopWordsOf(db: Db, words: SearchWord[]): Promise<Set<string>> {
  const found = await lexemesOf(
    db,
    words.map(({ text }) => text),
  )
  const countOf = (language: string) => found.filter(({ stops }) => stops.includes(language)).length
  const [english = 0, ...others] = languages.map(countOf)
  const most = Math.max(...others)
  const language = most >= 2 && most > english ? languages[others.indexOf(most) + 1] : undefined
  const isStop = ({ stops }: Lexemes) =>
    stops.includes('english') || (language !== undefined && stops.includes(language))
  return new Set(words.filter((_, index) => isStop(found[index] as Lexemes)).map(({ text }) => text))
}

async function formsOf(db: Db, words: { text: string; weight: number }[]): Promise<SearchForm[]> {
  const found = await lexemesOf(
    db,
    words.map(({ text }) => text),
  )
  const { counts, total } = await frequenciesOf(
    db,
    found.flatMap(({ english, simple }) => [english, simple]).filter(Boolean),
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
