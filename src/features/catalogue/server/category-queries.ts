import { sql } from 'kysely'
import { t } from '#lib/texts.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { preparedOnce } from '#platform/database/prepared-statements.ts'
import { invalidField, notFound } from '#platform/errors.ts'
import { isId } from '#platform/ids.ts'
import type { Category } from '../contract.ts'
import { categoryText } from './category-texts.ts'

const categorySelect = sql`
  select c.id, c.name, c.slug, c.description, n.prompts as "promptCount"
  from categories c join prompt_counts n on n.scope = 'category' and n.key = c.id::text`

/** Lists all categories by position, as they are stored. */
export async function listStoredCategories(db: Db): Promise<Category[]> {
  return (await sql<Category>`${preparedOnce}${categorySelect} order by c.position`.execute(db)).rows
}

/** Lists all categories by position, in the reader's language. */
export async function listCategories(db: Db): Promise<Category[]> {
  return (await listStoredCategories(db)).map(inReadersLanguage)
}

function inReadersLanguage(category: Category): Category {
  return { ...category, name: categoryText(category.name), description: categoryText(category.description) }
}

/**
 * Returns the `limit` categories with the most published prompts. Categories with the same number are sorted by
 * position.
 */
export async function topCategories(db: Db, limit: number): Promise<Category[]> {
  const query = sql<Category>`${categorySelect} order by n.prompts desc, c.position limit ${limit}`
  return (await query.execute(db)).rows.map(inReadersLanguage)
}

/** Returns one category, by id or slug, in the reader's language. Throws AppError not_found. */
export async function getCategoryOrThrow(db: Db, idOrSlug: string): Promise<Category> {
  const where = isId(idOrSlug) ? sql`c.id = ${idOrSlug}` : sql`c.slug = ${idOrSlug}`
  const { rows } = await sql<Category>`${categorySelect} where ${where}`.execute(db)
  if (!rows[0]) throw notFound(t('This category'))
  return inReadersLanguage(rows[0])
}

/**
 * Returns the id of the category with this slug. The category can't be deleted until the transaction ends. Throws
 * AppError validation_failed.
 */
export async function getCategoryIdOrThrow(tx: Tx, slug: string): Promise<string> {
  const row = await tx.selectFrom('categories').select('id').where('slug', '=', slug).forKeyShare().executeTakeFirst()
  if (!row) throw invalidField('category', t('There is no category “{slug}”. Choose one from the list.', { slug }))
  return row.id
}

/**
 * Reads the names that imported files may use for categories. `slugs` maps names and slugs in lower case to slugs, and
 * `ids` maps slugs to ids.
 */
export async function readCategoryNames(db: Db): Promise<{ slugs: Map<string, string>; ids: Map<string, string> }> {
  const categories = await db.selectFrom('categories').select(['id', 'slug', 'name']).execute()
  return {
    slugs: new Map(categories.flatMap(({ slug, name }) => [slug, name.toLowerCase()].map((alias) => [alias, slug]))),
    ids: new Map(categories.map(({ id, slug }) => [slug, id])),
  }
}

/**
 * Locks all categories, so that one transaction at a time adds or moves them. Read them in a later statement, which
 * sees what the previous transaction committed. Transactions that add prompts to a category don't wait for this lock.
 */
export async function lockCategories(tx: Tx): Promise<void> {
  await sql`select from categories order by id for no key update`.execute(tx)
}
