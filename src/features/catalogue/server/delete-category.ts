import { t } from '#lib/texts.ts'
import { everything, recordContentChange } from '#platform/database/content-changes.ts'
import { isStillReferenced, type Tx } from '#platform/database/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { standardCategories } from '../category-rules.ts'

/**
 * Deletes the unused category with this id. The caller has checked permission. Throws AppError not_found or conflict
 * (the category is standard or in use).
 */
export async function deleteCategory(tx: Tx, id: string): Promise<void> {
  const row = await tx.selectFrom('categories').select('slug').where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound(t('This category'))
  if (standardCategories.has(row.slug))
    throw new AppError('conflict', t('This is one of the fifteen categories that every site has. Rename it instead.'))
  try {
    await tx.deleteFrom('categories').where('id', '=', id).execute()
  } catch (error) {
    if (!isStillReferenced(error)) throw error
    throw new AppError('conflict', t('This category isn’t empty (drafts count too). Move its prompts and tools first.'))
  }
  await tx.deleteFrom('promptCounts').where('scope', '=', 'category').where('key', '=', id).execute()
  await recordContentChange(tx, [everything])
}
