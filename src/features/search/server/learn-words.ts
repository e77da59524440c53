import { sql } from 'kysely'
import { wordsOf } from '#features/catalogue/server/prompt-matching.ts'
import type { Tx } from '#server/platform/db.ts'
import { correctable, plainWord } from '../rules.ts'

/** Words are learned from this much of a text: later ones are seldom what somebody looks for. */
const learnedCharacters = 2_000

type Learned = { title: string; tags: string[]; description?: string; content?: string }

/** Remembers the words of what was newly published: what a typing mistake is corrected to. */
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
