import { sql } from 'kysely'
import { t } from '#lib/texts.ts'
import { everything, recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { lockCategories } from './category-queries.ts'

export type CategoryChange = { name?: string; description?: string; position?: number }

/**
 * Changes the name, description or position (from 1) of the category with this id. Other categories move to leave no
 * position empty. The slug doesn't change. The caller has checked permission. Throws AppError not_found.
 */
export async function changeCategory(
  tx: Tx,
  id: string,
  { name, description, position }: CategoryChange,
): Promise<void> {
  await lockCategories(tx)
  const rows = await tx.selectFrom('categories').selectAll().orderBy('position').execute()
  const before = rows.find((row) => row.id === id)
  if (!before) throw notFound(t('This category'))
  const text = { name: name ?? before.name, description: description ?? before.description }
  await tx.updateTable('categories').set(text).where('id', '=', id).execute()
  if (position !== undefined) {
    const order = rows.filter((row) => row.id !== id).map((row) => row.id)
    order.splice(position - 1, 0, id)
    await placeInOrder(tx, order)
  }
  await recordContentChange(tx, [everything])
}

/**
 * Gives these categories the positions from 1 on. PostgreSQL checks after each changed row that positions are unique,
 * so all of them become negative first.
 */
async function placeInOrder(tx: Tx, ids: string[]): Promise<void> {
  await sql`update categories set position = -position`.execute(tx)
  await sql`
    update categories c set position = o.position from unnest(${ids}::uuid[]) with ordinality as o(id, position)
    where c.id = o.id`.execute(tx)
}
