import { sql } from 'kysely'
import { isUnspacedCharacter, wordsOf } from '#features/text-search/indexed-text-rules.ts'
import type { Db } from '#platform/database/db.ts'
import { createLruCache } from '#platform/lru-cache.ts'
import type { SearchWord } from '../search-word-rules.ts'
import { isEnglishWord } from './english-words.ts'
import { suggestsNeeds, wordsSuggestingNeeds } from './search-needs.ts'

/**
 * A word as a tsquery for English prompts (`english`) and for all others (`simple`), and the languages in which it is a
 * stop word.
 */
export type Lexemes = { english: string; simple: string; stopLanguages: string[] }
const lexemeCache = createLruCache<Lexemes>({ max: 20_000 })

const asIndexed = (text: string) => wordsOf(text).join(' ')

let listedStems: Promise<Map<string, string>> | undefined

/**
 * Returns, for each word that isn't in db/search-needs.txt, a listed word with the same stem if there is one:
 * "bartender" for "bartending".
 */
export async function findListedForms(db: Db, words: string[]): Promise<Map<string, string>> {
  const unlisted = words.filter((word) => !suggestsNeeds(word))
  if (unlisted.length === 0) return new Map()
  listedStems ??= stemsOfListed(db).catch((error: unknown) => {
    listedStems = undefined
    throw error
  })
  const stems = await listedStems
  const wordLexemes = await lexemesOf(db, unlisted)
  return new Map(
    unlisted.flatMap((word, index): [string, string][] => {
      const listed = stems.get(wordLexemes[index]?.english ?? '')
      return listed ? [[word, listed]] : []
    }),
  )
}

/**
 * Returns the single words of db/search-needs.txt by their stems. The stems depend only on PostgreSQL's dictionary, so
 * they are read once.
 */
async function stemsOfListed(db: Db): Promise<Map<string, string>> {
  const words = wordsSuggestingNeeds().filter((word) => !word.includes(' '))
  const { rows } = await sql<{ word: string; stem: string }>`
    select w.word, phraseto_tsquery('promptarium_english', w.indexed)::text as stem
    from unnest(${words}::text[], ${words.map(asIndexed)}::text[]) as w(word, indexed)`.execute(db)
  const stems = new Map<string, string>()
  for (const { word, stem } of rows) if (stem && !stems.has(stem)) stems.set(stem, word)
  return stems
}

/**
 * The languages whose stop words are recognized. A word of one language may be a stop word of another, as "war" and
 * "die" are.
 */
const languages = ['english', 'german', 'french', 'spanish', 'italian', 'portuguese', 'dutch', 'turkish', 'russian']

/**
 * Returns the words as tsqueries, and the languages in which they are stop words. The results are cached, because the
 * lexemes of a text never change.
 */
export async function lexemesOf(db: Db, texts: string[]): Promise<Lexemes[]> {
  const uncachedTexts = [...new Set(texts)].filter((text) => !lexemeCache.has(text))
  if (uncachedTexts.length > 0) {
    const { rows } = await sql<Lexemes & { text: string }>`
      select w.text, phraseto_tsquery('promptarium_english', w.indexed)::text as english,
        phraseto_tsquery('promptarium_simple', w.indexed)::text as simple,
        array(
          select l from unnest(${languages}::text[]) as l where ts_lexize((l || '_stem')::regdictionary, w.text) = '{}'
        ) as stop_languages
      from unnest(${uncachedTexts}::text[], ${uncachedTexts.map(asIndexed)}::text[]) as w(text, indexed)`.execute(db)
    for (const { text, ...row } of rows) lexemeCache.set(text, row)
  }
  return texts.map((text) => lexemeCache.get(text) ?? { english: '', simple: '', stopLanguages: [] })
}

/**
 * Returns the English stop words among the words, and those of another language if there are at least two of them and
 * more than English ones. One is enough if no word is English.
 */
export async function stopWordsOf(db: Db, words: SearchWord[]): Promise<Set<string>> {
  const wordLexemes = await lexemesOf(
    db,
    words.map(({ text }) => text),
  )
  const countOf = (language: string) =>
    wordLexemes.filter(({ stopLanguages }) => stopLanguages.includes(language)).length
  const [english = 0, ...others] = languages.map(countOf)
  const highestCount = Math.max(...others)
  // A single stop word is enough if no word is English: “receta de cocina” is Spanish, but “man portrait” isn't Dutch.
  const isEnglish = ({ text }: SearchWord, index: number) =>
    wordLexemes[index]?.stopLanguages.length === 0 && isEnglishWord(text)
  const hasNoEnglish = english === 0 && !words.some(isEnglish)
  const isForeign = (highestCount >= 2 && highestCount > english) || (highestCount > 0 && hasNoEnglish)
  const language = isForeign ? languages[others.indexOf(highestCount) + 1] : undefined
  const isStop = ({ stopLanguages }: Lexemes) =>
    stopLanguages.includes('english') || (language !== undefined && stopLanguages.includes(language))
  return new Set(words.filter((_, index) => isStop(wordLexemes[index] as Lexemes)).map(({ text }) => text))
}

const otherScript = /(?=\p{L})[^\p{Script=Latin}]/u

/**
 * Tells whether a term isn't English: `maybe` if it has foreign stop words ("de", "eine") and no English ones, `yes` if
 * at least half of its other words aren't English either. Also `yes` if it has a word in another script than Latin; a
 * single letter such as β isn't one, but a single character of a script without spaces is.
 */
export async function findForeignness(db: Db, words: SearchWord[]): Promise<'no' | 'maybe' | 'yes'> {
  const longWords = words.filter(({ text }) => text.length > 1 || isUnspacedCharacter(text))
  if (longWords.some(({ text }) => otherScript.test(text))) return 'yes'
  const wordLexemes = await lexemesOf(
    db,
    longWords.map(({ text }) => text),
  )
  const stopLanguages = wordLexemes.flatMap(({ stopLanguages }) => stopLanguages)
  if (stopLanguages.length === 0 || stopLanguages.includes('english')) return 'no'
  const others = longWords.filter((_, index) => wordLexemes[index]?.stopLanguages.length === 0)
  const unknown = others.filter(({ text }) => !isEnglishWord(text)).length
  return unknown > 0 && 2 * unknown >= others.length ? 'yes' : 'maybe'
}
