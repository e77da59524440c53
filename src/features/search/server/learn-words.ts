import { sql } from 'kysely'
import { wordsOf } from '#features/catalogue/server/prompt-matching.ts'
import type { Tx } from '#server/platform/db.ts'
import { correctable, plainWord } from '../rules.ts'

/** Words are learned from this many characters of a text; people seldom search for later ones. */
const learnedCharacters = 2_000

type Learned = { title: string; tags: string[]; description?: string; content?: string }

/** Stores the words of newly published texts, to which typing mistakes are corrected. */
export async function learnWords(tx: Tx, things: Learned[]): Promise<void> {
  const texts = things.flatMap(({ title, tags, description = '', content = '' }) => [
    title,
    ...tags,
    description,
    content.slice(0, learnedCharacters),
  ])
  const words = new Set(wordsOf(texts.join(' ')).map(plainWord))
  const learned = [...words].filter(correctable).sort()
  if (learned.length === 0) return
  await sql`insert into search_words select unnest(${learned}::text[]) on conflict do nothing`.execute(tx)
}
