import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { hashText } from '#features/catalogue/server/stored/stored-facts.ts'
import { bandsOf, shinglesOf, similarityMin, similarityOf } from '#features/catalogue/similarity-rules.ts'
import type { Db } from '#platform/database/db.ts'
import { isId } from '#platform/ids.ts'
import type { PromptCheck } from '../contract.ts'

/**
 * How many prompts are fully compared with the text: those that share the most bands with it. Each text has ten bands,
 * which are hashes, and similar texts usually share at least one. A full comparison covers all runs of three words
 * (shingles).
 */
const candidatesMax = 30
/** How many near-duplicates are returned at most. */
const returnedMax = 5
/**
 * Used instead of the number of shared bands if the texts are equal. It is higher than the number of bands of any text.
 */
const sameTextBands = 1000

type Candidate = { slug: string; title: string; content: string; hasSameText: boolean }

/**
 * Finds published prompts with the same or nearly the same text, most similar first. `except` contains ids or slugs of
 * prompts to ignore, such as the prompt itself and the one that it was forked from.
 */
export async function findNearDuplicates(
  db: Db,
  { content, except = [] }: { content: string; except?: string[] },
): Promise<PromptCheck['nearDuplicates']> {
  const shingles = shinglesOf(content)
  const bands = bandsOf(shingles)
  const ids = except.filter(isId)
  const slugs = except.filter((name) => !isId(name))
  const { rows } = await sql<Candidate>`
    with alike as (
      select p.id, ${sql.lit(sameTextBands)} as bands from prompts p where p.content_hash = ${hashText(content)}
      union all
      select b.prompt_id, cardinality(array(select unnest(b.bands) intersect select unnest(${bands}::integer[])))
      from prompt_bands b where b.bands && ${bands}::integer[]
    )
    select p.slug, p.title, p.content, max(alike.bands) = ${sql.lit(sameTextBands)} as has_same_text
    from alike join prompts p on p.id = alike.id
    where ${isPublished} and p.id <> all(${ids}::uuid[]) and p.slug <> all(${slugs})
    group by p.id order by max(alike.bands) desc, p.id limit ${candidatesMax}`.execute(db)
  const compared: PromptCheck['nearDuplicates'] = []
  for (const { slug, title, content: other, hasSameText } of rows) {
    // Comparing two long texts takes some ms, so others get their turn in between.
    await yieldToEventLoop()
    const likeness = hasSameText ? 1 : Math.round(similarityOf(shingles, shinglesOf(other)) * 100) / 100
    compared.push({ slug, title, likeness })
  }
  return compared
    .filter(({ likeness }) => likeness >= similarityMin)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, returnedMax)
}
