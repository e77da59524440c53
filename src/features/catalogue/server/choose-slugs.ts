import { sql } from 'kysely'
import { reservedWords } from '#lib/reserved-words.ts'
import { slugify } from '#lib/slug.ts'
import type { Tx } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'

/** `slug`: the wished one; else the title makes it. `id`: whose own former slugs are free to it. */
type Named = { title: string; slug?: string; id?: string }

/**
 * A free slug for each, as the rule of the contract makes it, with a suffix where it is taken, reserved or empty. What
 * another writer takes at the same moment is settled by the unique index: try again with the next `round`.
 */
export async function chooseSlugs(tx: Tx, prompts: Named[], round: number): Promise<string[]> {
  const wanted = prompts.map((prompt) => prompt.slug ?? slugify(prompt.title))
  const ids = prompts.flatMap(({ id }) => id ?? [])
  const { rows } = await sql<{ slug: string }>`
    select slug from prompts where slug = any(${wanted})
    union all select slug from prompt_former_slugs where slug = any(${wanted}) and prompt_id <> all(${ids})`.execute(tx)
  const taken = new Set(rows.map((row) => row.slug))
  return wanted.map((base) => {
    const free = base !== '' && !taken.has(base) && !reservedWords.has(base)
    // A suffix may be taken as well; a longer one in the next round settles that for any number of equal titles.
    const slug = free ? base : `${base || 'prompt'}-${shortSuffix((base === '' ? 8 : 4) + 2 * round)}`
    taken.add(slug)
    return slug
  })
}

/** Random characters from the end of a new id, up to 12. */
function shortSuffix(length: number): string {
  return newId().slice(-Math.min(length, 12))
}
