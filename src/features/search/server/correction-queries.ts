import { sql } from 'kysely'
import { tsqueryOf } from '#features/catalogue/server/prompt-matching.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { isEnglishWord } from '#features/catalogue/server/wordnet.ts'
import { editDistance } from '#lib/edit-distance.ts'
import type { Db } from '#server/platform/db.ts'
import { correctable, isNearEnough, plainWord, swapsOf } from '../rules.ts'

/** Among similar words, the one in more titles wins, counted up to this number. */
const popularityMax = 50
const looksMax = 6
/** How many similar words are compared letter by letter. */
const alikeMax = 60
/** The nearest learned word to one that hardly anything has. Null for English words, which are meant, and with none near. */
export async function correctWord(db: Db, written: string): Promise<string | null> {
  const word = plainWord(written)
  if (!correctable(word) || isEnglishWord(word)) return null
  const alike = await sql<{ word: string; likeness: number }>`
    select word, similarity(word, ${word}) as likeness from search_words
    where (word % ${word} or word = any(${swapsOf(word)})) and word <> ${word} order by likeness desc, word limit ${alikeMax}`.execute(
    db,
  )
  const near = alike.rows.filter((row) => isNearEnough(word, row.word))
  const distance = Math.min(...near.map((row) => editDistance(word, row.word)))
  const nearest = near.filter((row) => editDistance(word, row.word) === distance).slice(0, looksMax)
  const rated = await Promise.all(
    nearest.map(async (row) => ({ ...row, rank: row.likeness + 0.08 * Math.log1p(await popularity(db, row.word)) })),
  )
  const best = rated.sort((a, b) => b.rank - a.rank)[0]?.word
  return best !== undefined && (await isShown(db, best)) ? best : null
}

/** Whether a published prompt or a tool has a word. Words are learned once, and what had them may be hidden since. */
async function isShown(db: Db, word: string): Promise<boolean> {
  const query = tsqueryOf(`${word} `, 'every-word')
  const { rows } = await sql<{ shown: boolean }>`
    select exists (select from prompts p where ${isPublished} and p.search_text @@ ${query})
      or exists (select from tools t where t.search @@ ${query}) as shown`.execute(db)
  return rows[0]?.shown ?? false
}

async function popularity(db: Db, word: string): Promise<number> {
  const { rows } = await sql<{ titles: number }>`
    select count(*) as titles from (
      select from prompts p where ${isPublished} and p.search_head @@ ${tsqueryOf(`${word} `, 'every-word')} limit ${popularityMax}
    ) found`.execute(db)
  return rows[0]?.titles ?? 0
}
