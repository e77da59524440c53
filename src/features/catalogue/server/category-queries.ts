import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'
import type { Category } from '../contract.ts'

const categorySelect = sql`
  select c.id, c.name, c.slug, c.description, n.prompts as "promptCount"
  from categories c join prompt_counts n on n.scope = 'category' and n.key = c.id::text`

/** All categories in their order. */
export async function listCategories(db: Db): Promise<Category[]> {
  return (await sql<Category>`${categorySelect} order by c.position`.execute(db)).rows
}

/** The `limit` categories with most published prompts; ties in their order. */
export async function topCategories(db: Db, limit: number): Promise<Category[]> {
  return (await sql<Category>`${categorySelect} order by n.prompts desc, c.position limit ${limit}`.execute(db)).rows
}

/** One category by id or slug; AppError not_found. */
export async function getCategoryOrThrow(db: Db, idOrSlug: string): Promise<Category> {
  const where = isId(idOrSlug) ? sql`c.id = ${idOrSlug}` : sql`c.slug = ${idOrSlug}`
  const { rows } = await sql<Category>`${categorySelect} where ${where}`.execute(db)
  if (!rows[0]) throw notFound('This category')
  return rows[0]
}
