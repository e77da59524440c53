import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { plainTag } from '../text-rules.ts'

/** The number of tags suggested during typing. */
const suggestionsMax = 10

/** Tags of published prompts with this prefix, most used first. Without letters, the most used of all. */
export async function suggestTags(db: Db, letters: string): Promise<{ tag: string; prompts: number }[]> {
  const pattern = `${plainTag(letters).replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<{ tag: string; prompts: number }>`
    select key as tag, prompts from prompt_counts
    where scope = 'tag' and key like ${pattern} and prompts > 0
    order by prompts desc, key limit ${suggestionsMax}`.execute(db)
  return rows
}
