import { sql } from 'kysely'
import { wordsOf } from '#features/text-search/indexed-text-rules.ts'
import { cutText } from '#lib/well-formed.ts'
import type { Tx } from '#platform/database/db.ts'
import { isCorrectable, plainWord } from '../rules.ts'

/** How many characters at the beginning of a prompt's content are read. People rarely search for later words. */
const learnedCharacters = 2_000

/** The texts of a prompt, or the name and tags of a tool. */
type PublishedText = { title: string; tags: string[]; description?: string; content?: string }

/** Stores the words of newly published texts. The search corrects typos to these words. */
export async function learnWords(tx: Tx, published: PublishedText[]): Promise<void> {
  const texts = published.flatMap(({ title, tags, description = '', content = '' }) => [
    title,
    ...tags,
    description,
    cutText(content, learnedCharacters),
  ])
  const words = new Set(wordsOf(texts.join(' ')).map(plainWord))
  const correctableWords = [...words].filter(isCorrectable).sort()
  if (correctableWords.length === 0) return
  await sql`insert into search_words select unnest(${correctableWords}::text[]) on conflict do nothing`.execute(tx)
}
