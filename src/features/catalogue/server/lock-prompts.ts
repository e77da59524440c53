import { type RawBuilder, sql } from 'kysely'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { authorsOf } from './author-counts.ts'
import { hasIdOrSlug } from './prompt-queries.ts'
import { isLiveFor, isOwnOf, isPublished } from './prompt-visibility.ts'

/** `authorIds` are the authors that the prompt counts for (author-counts.ts). */
export type LockedPrompt = { id: string; userId: string; authorIds: string[] }

/**
 * Locks a prompt (by id or slug) that is live for the member until the transaction ends, so that only one transaction at
 * a time writes the prompt's counts. Throws AppError not_found.
 */
export async function lockLivePromptOrThrow(tx: Tx, member: Member, idOrSlug: string): Promise<LockedPrompt> {
  return lockOrThrow(tx, sql`${isLiveFor(member)} and ${hasIdOrSlug(idOrSlug)}`)
}

/** Locks a published prompt (by id or slug) until the transaction ends. Throws AppError not_found. */
export async function lockPublishedPromptOrThrow(tx: Tx, idOrSlug: string): Promise<LockedPrompt> {
  return lockOrThrow(tx, sql`${isPublished} and ${hasIdOrSlug(idOrSlug)}`)
}

/**
 * Like `lockPublishedPromptOrThrow`, but also locks the member's own prompt, whatever its status, unless they deleted it.
 * Throws AppError not_found.
 */
export async function lockPromptForOrThrow(tx: Tx, { id }: Member, idOrSlug: string): Promise<LockedPrompt> {
  const isOwn = sql`${isOwnOf(id)} and p.status <> 'deleted'`
  return lockOrThrow(tx, sql`(${isPublished} or ${isOwn}) and ${hasIdOrSlug(idOrSlug)}`)
}

async function lockOrThrow(tx: Tx, condition: RawBuilder<unknown>): Promise<LockedPrompt> {
  const { rows } = await sql<LockedPrompt>`
    select p.id, p.user_id, ${authorsOf} as author_ids from prompts p where ${condition} for no key update`.execute(tx)
  if (!rows[0]) throw notFound(t('This prompt'))
  return rows[0]
}

/** Locks prompts of any status in a fixed order, which prevents deadlocks. */
export async function lockPrompts(tx: Tx, ids: string[]): Promise<void> {
  await sql`select from prompts where id = any(${ids}) order by id for no key update`.execute(tx)
}
