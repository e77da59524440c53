import { sql } from 'kysely'
import { tsqueryOf, wordsOf } from '#features/catalogue/server/prompt-matching.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { editDistance } from '#lib/edit-distance.ts'
import type { Db } from '#server/platform/db.ts'
import { correctable, isNearEnough, plainWord, swapsOf } from '../rules.ts'

/** Among similar words, the one in more titles wins, counted up to this number. */
const popularityMax = 50
const looksMax = 6
/** How many similar words are compared letter by letter. */
const alikeMax = 60
/** Terms with more words are texts, not typing mistakes. */
const wordsMax = 12

/**
 * Replaces each unknown word of a term by the nearest known one. Null if all words are known, or one is near to none.
 */
export async function correctTerm(db: Db, term: string): Promise<string | null> {
  const words = [...new Set(wordsOf(term))]
  if (words.length === 0 || words.length > wordsMax) return null
  const corrections = new Map<string, string>()
  for (const word of words) {
    const correction = correctable(plainWord(word)) ? await nearestWord(db, plainWord(word)) : null
    if (correction) corrections.set(word, correction)
  }
  if (corrections.size === 0) return null
  return term.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => corrections.get(word.toLowerCase()) ?? word)
}

async function nearestWord(db: Db, word: string): Promise<string | null> {
  const known = await sql`select from search_words where word = ${word}`.execute(db)
  if (known.rows.length > 0) return null
  const alike = await sql<{ word: string; likeness: number }>`
    select word, similarity(word, ${word}) as likeness from search_words
    where word % ${word} or word = any(${swapsOf(word)}) order by likeness desc, word limit ${alikeMax}`.execute(db)
  const near = alike.rows.filter((row) => isNearEnough(word, row.word))
  const distance = Math.min(...near.map((row) => editDistance(word, row.word)))
  const nearest = near.filter((row) => editDistance(word, row.word) === distance).slice(0, looksMax)
  const rated = await Promise.all(
    nearest.map(async (row) => ({ ...row, rank: row.likeness + 0.08 * Math.log1p(await popularity(db, row.word)) })),
  )
  return rated.sort((a, b) => b.rank - a.rank)[0]?.word ?? null
}

async function popularity(db: Db, word: string): Promise<number> {
  const { rows } = await sql<{ titles: number }>`
    select count(*) as titles from (
      select from prompts p where ${isPublished} and p.search_head @@ ${tsqueryOf(`${word} `, 'every-word')} limit ${popularityMax}
    ) found`.execute(db)
  return rows[0]?.titles ?? 0
}
