import { sql } from 'kysely'
import { wordsOf } from '#features/catalogue/server/prompt-matching.ts'
import type { Tx } from '#server/platform/db.ts'
import { correctable, plainWord } from '../rules.ts'

/** Remembers the words of newly published titles and tags: what a typing mistake is corrected to. */
export async function learnWords(tx: Tx, prompts: { title: string; tags: string[] }[]): Promise<void> {
  const words = new Set(prompts.flatMap(({ title, tags }) => wordsOf([title, ...tags].join(' ')).map(plainWord)))
  const learned = [...words].filter(correctable).sort()
  if (learned.length === 0) return
  await sql`insert into search_words select unnest(${learned}::text[]) on conflict do nothing`.execute(tx)
}
