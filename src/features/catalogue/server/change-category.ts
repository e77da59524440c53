import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { everything, recordContentChange } from './content-changes.ts'
import { lockCategories } from './lock-categories.ts'

export type CategoryChange = { name?: string; description?: string; position?: number }

/**
 * Renames, describes or moves a category (id); the others make room, so that places stay 1, 2, 3. Its slug stays. The
 * caller asked whether somebody may. AppError not_found.
 */
export async function changeCategory(
  tx: Tx,
  id: string,
  { name, description, position }: CategoryChange,
): Promise<void> {
  await lockCategories(tx)
  const rows = await tx.selectFrom('categories').selectAll().orderBy('position').execute()
  const before = rows.find((row) => row.id === id)
  if (!before) throw notFound('This category')
  const text = { name: name ?? before.name, description: description ?? before.description }
  await tx.updateTable('categories').set(text).where('id', '=', id).execute()
  if (position !== undefined) {
    const order = rows.filter((row) => row.id !== id).map((row) => row.id)
    order.splice(position - 1, 0, id)
    await placeInOrder(tx, order)
  }
  await recordContentChange(tx, [everything])
}

/** By way of negative places, which nobody has: places are unique at every moment. */
async function placeInOrder(tx: Tx, ids: string[]): Promise<void> {
  await sql`update categories set position = -position`.execute(tx)
  await sql`
    update categories c set position = o.place from unnest(${ids}::uuid[]) with ordinality as o(id, place)
    where c.id = o.id`.execute(tx)
}
