import { sql } from 'kysely'
import { getPublishedPromptIdOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { getCollectionIdOrThrow } from '#features/collections/server/collection-queries.ts'
import { promptNameOf } from '#features/mcp/prompt-name-rules.ts'
import { skillDescription } from '#features/transfer/skill-rules.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import type { SkillCost } from '../contract.ts'
import { skillLimits } from '../rules.ts'

/** Returns how often each version of a published prompt (id or slug) was downloaded. Throws AppError not_found. */
export async function readDownloads(db: Db, idOrSlug: string): Promise<{ version: number; downloads: number }[]> {
  return db
    .selectFrom('skillDownloadCounts')
    .select(['version', 'downloads'])
    .where('promptId', '=', await getPublishedPromptIdOrThrow(db, idOrSlug))
    .orderBy('version', 'desc')
    .limit(100)
    .execute()
}

/** Returns what a collection's skills cost an agent that has them all. Throws AppError not_found. */
export async function readSkillCost(db: Db, reader: Actor, idOrSlug: string): Promise<SkillCost> {
  const collectionId = await getCollectionIdOrThrow(db, reader, idOrSlug)
  const { rows } = await sql<{ id: string; slug: string; title: string; description: string }>`
    select p.id, p.slug, p.title, p.description from collection_items i join prompts p on p.id = i.prompt_id
    where i.collection_id = ${collectionId} and ${isPublished} limit ${skillLimits.listed}`.execute(db)
  const lengths = rows.map((prompt) => promptNameOf(prompt).length + skillDescription(prompt).length)
  return { skills: rows.length, characters: lengths.reduce((sum, length) => sum + length, 0) }
}
