import { sql } from 'kysely'
import { maySeeContentOf } from '#features/blocks/server/block-visibility.ts'
import type { License, PromptStatus } from '#features/catalogue/rules.ts'
import {
  isCountedAs,
  isOwnOf,
  isPublished,
  isVisibleTo,
  isVisibleToUser,
  isWrittenBy,
} from '#features/catalogue/server/prompt-visibility.ts'
import { hasOwnPicture } from '#features/examples/server/import-picture.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'

/** What a record of a file is recognized by: its import key, which a prompt keeps when edited, or its title and text. */
export type RecordIdentity = { importKey: Buffer; title: string; contentHash: Buffer }
/** A member's prompt that a record of a file matches. */
/** `hasPicture`: the member has added a picture to it, even if it was removed since. */
export type OwnCopy = { id: string; status: PromptStatus; hasPicture: boolean }

/**
 * Finds the member's prompts that match records of a file. Returns a function that returns the prompt for a record, or
 * null if none matches. Of several with the same title and text, it is the newest one that isn't deleted.
 */
export async function findOwnCopies(db: Db, userId: string, records: RecordIdentity[]) {
  const importKeys = records.map(({ importKey }) => importKey)
  const hashes = records.map(({ contentHash }) => contentHash)
  const { rows } = await sql<OwnCopy & { title: string; importKey: Buffer | null; contentHash: Buffer }>`
    select p.id, status, title, import_key, content_hash, ${hasOwnPicture} as has_picture from prompts p
    where ${isWrittenBy(userId)}
      and (import_key = any(${importKeys}) or content_hash = any(${hashes}))
    order by status <> 'deleted', p.id`.execute(db)
  const byKey = new Map<string, OwnCopy>()
  for (const { title, importKey, contentHash, ...copy } of rows) {
    byKey.set(textKeyOf(title, contentHash), copy)
    if (importKey) byKey.set(importKey.toString('hex'), copy)
  }
  return ({ importKey, title, contentHash }: RecordIdentity): OwnCopy | null => {
    const imported = byKey.get(importKey.toString('hex'))
    const sameText = byKey.get(textKeyOf(title, contentHash))
    // The member may have deleted the imported prompt and written it again.
    return imported && imported.status !== 'deleted' ? imported : (sameText ?? imported ?? null)
  }
}

/** Returns the key of a prompt by title and text. The same text under another title is another prompt. */
export function textKeyOf(title: string, hash: Buffer): string {
  return `${hash.toString('hex')} ${title}`
}

/** A prompt that a record of a file may be a fork of. */
export type Origin = { licence: License; userId: string }

/** Returns the possible origins of forks by id. They are the prompts with these ids that the member may see. */
export async function findOrigins(db: Db, member: Member, ids: string[]): Promise<Map<string, Origin>> {
  const { rows } = await sql<Origin & { id: string }>`
    select p.id, p.licence, p.user_id from prompts p
    where p.id = any(${ids}::uuid[]) and ${isVisibleTo(member)}`.execute(db)
  return new Map(rows.map(({ id, ...origin }) => [id, origin]))
}

/** A prompt of which a record of a file may be a translation. */
export type NamedPrompt = { id: string; title: string; language: string }

/** Returns the ids of the published prompts with these slugs, by slug. */
export async function findPublishedIds(db: Db, slugs: string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map()
  const { rows } = await sql<{ id: string; slug: string }>`
    select p.id, p.slug from prompts p where p.slug = any(${slugs}) and ${isPublished}`.execute(db)
  return new Map(rows.map(({ id, slug }) => [slug, id]))
}

/** A prompt of this site that a file names, and how many published versions it has in other languages. */
export type NamedOriginal = NamedPrompt & { versions: number }

/**
 * Returns the prompts with these slugs that the member may read, by slug, except those to which they may link nothing:
 * between them and its author, or that of its original, is a block.
 */
export async function findNamed(db: Db, member: Member, slugs: string[]): Promise<Map<string, NamedOriginal>> {
  if (slugs.length === 0) return new Map()
  const maySend = maySeeContentOf(sql`${member.id}::uuid`, sql`h.user_id`)
  const { rows } = await sql<NamedOriginal & { slug: string }>`
    select p.id, p.slug, p.title, p.language, (select count(*) from prompts t
      where t.translation_set = p.translation_set and t.id <> p.id and ${isCountedAs('t')}) as versions from prompts p
    where p.slug = any(${slugs}) and ${isVisibleToUser(member.id)} and p.status <> 'deleted'
      and not exists (select from prompts h where h.id in (p.id, p.translation_set) and not ${maySend})`.execute(db)
  return new Map(rows.map(({ slug, ...prompt }) => [slug, prompt]))
}

/** How many of a member's prompts, last edited first, are compared by their tags. */
const comparedMax = 2_000

/** Finds the member's own prompts that have exactly the same tags as one of these lists, oldest first. */
export async function findOwnByTags(
  db: Db,
  userId: string,
  tags: string[][],
): Promise<(NamedPrompt & { tags: string[] })[]> {
  const keys = [...new Set(tags.filter((some) => some.length > 0).map(tagKeyOf))]
  if (keys.length === 0) return []
  const { rows } = await sql<NamedPrompt & { tags: string[] }>`
    select id, title, language, tags from (
      select p.id, p.title, p.language, p.tags from prompts p where ${isOwnOf(userId)} and p.status <> 'deleted'
      order by p.updated_at desc, p.id desc limit ${comparedMax}
    ) newest where (select string_agg(tag, ',' order by tag collate "C") from unnest(tags) tag) = any(${keys})
    order by id`.execute(db)
  return rows
}

/** The same text for the same tags in any order. */
export function tagKeyOf(tags: string[]): string {
  return tags.toSorted((a, b) => (a < b ? -1 : 1)).join()
}

/**
 * Finds published prompts of other people with exactly the texts that have these hashes. Returns a function that returns
 * the title of the oldest such prompt for a hash, or undefined if there is none.
 */
export async function findPublishedByOthers(db: Db, userId: string, hashes: Buffer[]) {
  const { rows } = await sql<{ title: string; contentHash: Buffer }>`
    select p.title, p.content_hash from prompts p
    where p.content_hash = any(${hashes}) and ${isPublished} and p.user_id <> ${userId}
    order by p.published_at desc`.execute(db)
  const titles = new Map(rows.map(({ title, contentHash }) => [contentHash.toString('hex'), title]))
  return (hash: Buffer): string | undefined => titles.get(hash.toString('hex'))
}
