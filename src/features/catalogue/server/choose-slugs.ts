import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { reservedWords } from '#lib/reserved-words.ts'
import { slugify } from '#lib/slug.ts'
import type { Tx } from '#platform/database/db.ts'
import { isId, newId } from '#platform/ids.ts'

/**
 * `slug` is the preferred slug. By default it is made from the title. `id` is the id of a stored prompt, which may
 * reuse its own former slugs. `isPrivate`: only groups may read the prompt.
 */
type SlugRequest = { title: string; slug?: string; id?: string; isPrivate: boolean }

const privateEnd = /-[0-9a-f]{16}$/

/** Tells whether a slug was chosen while only groups could read its prompt. */
export function isPrivateSlug(slug: string): boolean {
  return privateEnd.test(slug)
}

/**
 * Chooses a free slug for each prompt. A slug that is taken, reserved or empty, or that looks like an id (URLs accept
 * ids too), gets a suffix. A private prompt gets a random end: otherwise a guessed address, or the suffix of somebody
 * else's prompt with the same title, would tell that it exists. If two concurrent transactions choose the same slug, the
 * unique index rejects one of them, and its caller tries again with the next `round`.
 */
export async function chooseSlugs(tx: Tx, prompts: SlugRequest[], round: number): Promise<string[]> {
  const bases = prompts.map(({ title, slug = slugify(title), isPrivate }) =>
    isPrivate && !isPrivateSlug(slug) ? `${slug || 'prompt'}-${randomBytes(8).toString('hex')}` : slug,
  )
  const ids = prompts.flatMap(({ id }) => id ?? [])
  const { rows } = await sql<{ slug: string }>`
    select slug from prompts where slug = any(${bases})
    union all select slug from prompt_former_slugs where slug = any(${bases}) and prompt_id <> all(${ids})`.execute(tx)
  const takenSlugs = new Set(rows.map((row) => row.slug))
  return bases.map((base) => {
    const isFree = base !== '' && !takenSlugs.has(base) && !reservedWords.has(base) && !isId(base)
    // A slug with a suffix may be taken as well. Suffixes are longer in later rounds, so this works for any number of
    // equal titles.
    const slug = isFree ? base : `${base || 'prompt'}-${shortSuffix((base === '' ? 8 : 4) + 2 * round)}`
    takenSlugs.add(slug)
    return slug
  })
}

/** Returns `length` random characters, but at most 12, from the end of a new id. */
function shortSuffix(length: number): string {
  return newId().slice(-Math.min(length, 12))
}
