import { type RawBuilder, sql } from 'kysely'
import { indexedText } from '#features/text-search/indexed-text-rules.ts'
import { textsOfVariable } from '#features/variables/variable-list-rules.ts'
import { cutText } from '#lib/well-formed.ts'
import type { WrittenPrompt } from '../../contract.ts'

type Searchable = Pick<WrittenPrompt, 'title' | 'description' | 'content' | 'tags' | 'variables'> & { language: string }

/** How many characters of a prompt's text are indexed. A tsvector holds at most 1 MB. */
const indexedCharacters = 100_000

/** PostgreSQL's parser takes quadratic time for a run of characters without white space, such as `a_a_a_…`. */
const longRun = /\S{100}/gu

/** The version of these rules. It is stored with each prompt (prompt-renewals.ts). */
export const searchVersion = 4

/**
 * Returns a prompt's two search columns: `head` (title with weight A, tags B, description C), which is small and serves
 * most searches, and `text`, which adds the texts of blanks and the content (D). Only English is stemmed, accents are
 * ignored, and `indexedText` decides what a word is. Words longer than 100 characters are indexed in parts.
 */
export function searchVectors(prompt: Searchable): { head: RawBuilder<string>; text: RawBuilder<string> } {
  const configuration = prompt.language === 'en' ? sql`'promptarium_english'` : sql`'promptarium_simple'`
  const vector = (text: string, weight: string) =>
    sql`setweight(to_tsvector(${configuration}, ${indexedText(text).replace(longRun, '$& ')}), ${sql.lit(weight)})`
  const head = sql<string>`${vector(prompt.title, 'A')} || ${vector(prompt.tags.join(' '), 'B')} || ${vector(prompt.description, 'C')}`
  const blankTexts = prompt.variables.flatMap(textsOfVariable)
  const content = cutText([...blankTexts, prompt.content].join('\n'), indexedCharacters)
  return { head, text: sql<string>`${head} || ${vector(content, 'D')}` }
}
