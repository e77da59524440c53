import { sql } from 'kysely'
import { reservedWords } from '#lib/reserved-words.ts'
import { slugify } from '#lib/slug.ts'
import { t } from '#lib/texts.ts'
import { everything, recordContentChange } from '#platform/database/content-changes.ts'
import { type Tx, violatesKey } from '#platform/database/db.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import { isId, newId } from '#platform/ids.ts'
import { lockCategories } from './category-queries.ts'

/**
 * Adds a category after all others and returns its id. The slug is made from the name and never changes. The caller has
 * checked permission. Throws AppError validation_failed (the slug would be empty, a reserved word or an id) or conflict
 * (the slug exists).
 */
export async function createCategory(tx: Tx, { name, description }: { name: string; description: string }) {
  const slug = slugify(name)
  if (slug === '' || reservedWords.has(slug) || isId(slug))
    throw invalidField('name', t('This name can’t be used in a URL. Choose another one, with some Latin letters.'))
  const id = newId()
  await lockCategories(tx)
  try {
    await sql`
      insert into categories (id, slug, name, description, position)
      select ${id}, ${slug}, ${name}, ${description}, coalesce(max(position), 0) + 1 from categories`.execute(tx)
  } catch (error) {
    if (violatesKey(error, 'categories_slug_key'))
      throw new AppError('conflict', t('A category with this name already exists.'))
    throw error
  }
  await tx.insertInto('promptCounts').values({ scope: 'category', key: id, prompts: 0 }).execute()
  await recordContentChange(tx, [everything])
  return id
}
