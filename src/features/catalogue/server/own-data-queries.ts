import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'

/** Everything that a person wrote, in every state, with the versions that they made: their part of the export. */
export async function readOwnPrompts(db: Db, userId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select p.id, p.slug, p.title, p.description, p.content, c.slug as category, p.tags, p.models, p.licence, p.language,
      p.status, p.removed_reason as "removedReason", p.created_at as "createdAt", p.updated_at as "updatedAt"
    from prompts p join categories c on c.id = p.category_id where p.user_id = ${userId} order by p.id`.execute(db)
  return rows
}

/** The versions of prompts that a person wrote, of others' prompts too. */
export async function readOwnVersions(db: Db, userId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select prompt_id as "promptId", version, title, description, content, note, created_at as "createdAt"
    from prompt_versions where user_id = ${userId} order by prompt_id, version`.execute(db)
  return rows
}
