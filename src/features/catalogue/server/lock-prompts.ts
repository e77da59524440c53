import { sql } from 'kysely'
import type { Tx } from '#platform/db.ts'
import { notFound } from '#platform/errors.ts'
import { authorsOf } from './author-counts.ts'
import { hasIdOrSlug } from './prompt-queries.ts'
import { isPublished } from './prompt-visibility.ts'

/** `authorIds` are the authors that the prompt counts for (author-counts.ts). */
export type LockedPrompt = { id: string; userId: string; authorIds: string[] }

/**
 * Locks a published prompt (by id or slug) until the transaction ends, so that only one transaction at a time writes the
 * prompt's counts. Throws AppError not_found.
 */
export async function lockPublishedPromptOrThrow(tx: Tx, idOrSlug: string): Promise<LockedPrompt> {
  const { rows } = await sql<LockedPrompt>`
    select p.id, p.user_id, ${authorsOf} as author_ids from prompts p where ${isPublished} and ${hasIdOrSlug(idOrSlug)}
    for no key update`.execute(tx)
  if (!rows[0]) throw notFound('This prompt')
  return rows[0]
}

/** Locks prompts of any status in a fixed order, which prevents deadlocks. */
export async function lockPrompts(tx: Tx, ids: string[]): Promise<void> {
  await sql`select from prompts where id = any(${ids}) order by id for no key update`.execute(tx)
}
