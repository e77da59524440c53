import { sql } from 'kysely'
import { isEnglishWord } from '#features/prompt-search/server/english-words.ts'
import { countPromptsWith } from '#features/prompt-search/server/search-plan.ts'
import { editDistance } from '#lib/edit-distance.ts'
import type { Db } from '#platform/database/db.ts'
import { isCorrectable, isNearEnough, plainWord, swappedSpellings } from '../rules.ts'

/** How many similar words are compared letter by letter, and how many of the nearest ones are ranked. */
const similarMax = 60
const nearestMax = 6
/** Of two equally similar words, the one in more prompts is preferred. Prompts beyond this number don't count. */
const popularityMax = 50

/** A known word that resembles a typed one, with its similarity (0 to 1) and how many prompts contain it. */
type NearWord = { word: string; similarity: number; prompts: number }

/**
 * Returns, for each of the rare `words`, the known word (in `search_words`) that was probably meant. Leaves out
 * numbers, very short or long words, and words that aren't typos: English words, words that occur in tools, and words
 * that resemble no known word.
 */
export async function correctWords(db: Db, words: string[]): Promise<Map<string, string>> {
  const unknown = words.filter((word) => isCorrectable(plainWord(word)) && !isEnglishWord(plainWord(word)))
  if (unknown.length === 0) return new Map()
  const near = await findNearWords(db, unknown.map(plainWord))
  const counts = await countPromptsWith(
    db,
    near.flat().map(({ word }) => word),
  )
  const ranked = near.map((words) =>
    words.map((word): NearWord => ({ ...word, prompts: counts.shift() ?? 0 })).sort(byRank),
  )
  const inTools = await findWordsInTools(db, [
    ...unknown,
    ...ranked.flatMap((words) => words.filter(({ prompts }) => prompts === 0).map(({ word }) => word)),
  ])
  const corrections = new Map<string, string>()
  for (const [index, word] of unknown.entries()) {
    const best = ranked[index]?.[0]
    // A word stays in `search_words` even if the prompts that contain it are hidden now.
    const isShown = best && (best.prompts > 0 || inTools.has(best.word))
    if (isShown && !inTools.has(word)) corrections.set(word, best.word)
  }
  return corrections
}

/** Returns, for each word, up to six similar known words: those that differ from it by the fewest typos. */
async function findNearWords(db: Db, words: string[]): Promise<Omit<NearWord, 'prompts'>[][]> {
  const swaps = words.flatMap((word) => swappedSpellings(word).map((swap) => ({ word, swap })))
  const { rows } = await sql<{ written: string; word: string; similarity: number }>`
    select w.written, alike.word, similarity(alike.word, w.written) as similarity
    from unnest(${words}::text[]) as w(written) cross join lateral (
      (select s.word from search_words s where s.word % w.written order by similarity(s.word, w.written) desc, s.word
        limit ${similarMax})
      union
      select s.word from unnest(${swaps.map(({ word }) => word)}::text[], ${swaps.map(({ swap }) => swap)}::text[])
        as swapped(written, word) join search_words s on s.word = swapped.word where swapped.written = w.written
    ) alike where alike.word <> w.written order by similarity desc, alike.word`.execute(db)
  return words.map((word) => {
    const near = rows
      .filter((row) => row.written === word && isNearEnough(word, row.word))
      .map((row) => ({ word: row.word, similarity: row.similarity, distance: editDistance(word, row.word) }))
    const least = Math.min(...near.map(({ distance }) => distance))
    return near.filter(({ distance }) => distance === least).slice(0, nearestMax)
  })
}

function byRank(a: NearWord, b: NearWord): number {
  return rankOf(b) - rankOf(a)
}

/** Returns the similarity plus a bonus of up to about 0.31, which grows with the number of prompts that have the word. */
function rankOf({ similarity, prompts }: NearWord): number {
  return similarity + 0.08 * Math.log1p(Math.min(popularityMax, prompts))
}

/** Returns which of the words occur in a tool. */
async function findWordsInTools(db: Db, words: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ word: string }>`
    select w.word from unnest(${words}::text[]) as w(word) where exists (
      select from tools t where t.search @@ plainto_tsquery('promptarium_english', w.word))`.execute(db)
  return new Set(rows.map(({ word }) => word))
}
