import type { Category } from '#features/catalogue/contract.ts'
import { getCategoryOrThrow } from '#features/catalogue/server/category-queries.ts'
import { changeCategory } from '#features/catalogue/server/change-category.ts'
import { createCategory } from '#features/catalogue/server/create-category.ts'
import { deleteCategory } from '#features/catalogue/server/delete-category.ts'
import { type Actor, requireRole } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import type { CategoryEdit, NewCategory } from '../catalogue-contract.ts'

/**
 * Adds a category at the end of the list. Throws AppError authentication_required, forbidden, validation_failed,
 * conflict.
 */
export async function addCategory(db: Db, actor: Actor, input: NewCategory): Promise<Category> {
  const member = requireRole(actor, 'admin')
  return inTransaction(db, async (tx) => {
    const id = await createCategory(tx, input)
    await recordAuditEntry(tx, member, { action: 'category.create', target: { kind: 'category', id } })
    return getCategoryOrThrow(tx, id)
  })
}

/**
 * Changes the name, description or position of the category with this id. Throws AppError authentication_required,
 * forbidden, not_found.
 */
export async function editCategory(db: Db, actor: Actor, id: string, edit: CategoryEdit): Promise<Category> {
  const member = requireRole(actor, 'admin')
  return inTransaction(db, async (tx) => {
    await changeCategory(tx, id, edit)
    await recordAuditEntry(tx, member, { action: 'category.change', target: { kind: 'category', id } })
    return getCategoryOrThrow(tx, id)
  })
}

/**
 * Deletes the category with this id. Throws AppError authentication_required, forbidden, not_found, conflict (it has
 * prompts or tools, or it is one of the fifteen fixed ones).
 */
export async function removeCategory(db: Db, actor: Actor, id: string): Promise<void> {
  const member = requireRole(actor, 'admin')
  await inTransaction(db, async (tx) => {
    await deleteCategory(tx, id)
    await recordAuditEntry(tx, member, { action: 'category.delete', target: { kind: 'category', id } })
  })
}
