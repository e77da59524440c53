import { recordContentChange } from '#server/platform/content-changes.ts'
import type { Tx } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { toolFactNames } from '../rules.ts'
import { changeToolCounts } from './tool-counts.ts'

/** Permanently deletes a tool (id). The caller has checked permission. Throws AppError not_found. */
export async function deleteTool(tx: Tx, id: string): Promise<void> {
  const tool = await tx
    .deleteFrom('tools')
    .where('id', '=', id)
    .returning(['type', ...toolFactNames])
    .executeTakeFirst()
  if (!tool) throw notFound('This tool')
  await changeToolCounts(tx, [tool], -1)
  await recordContentChange(tx, [id, 'lists'])
}
