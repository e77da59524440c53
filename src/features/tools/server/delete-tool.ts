import { t } from '#lib/texts.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { toolFactNames } from '../rules.ts'
import { changeToolCounts } from './tool-counts.ts'

/** Deletes a tool (id) permanently. The caller checks permissions. Throws AppError not_found. */
export async function deleteTool(tx: Tx, id: string): Promise<void> {
  const tool = await tx
    .deleteFrom('tools')
    .where('id', '=', id)
    .returning(['type', ...toolFactNames])
    .executeTakeFirst()
  if (!tool) throw notFound(t('This tool'))
  await changeToolCounts(tx, [tool], -1)
  // Every cached page with the tool (id), or with a general list, is dropped.
  await recordContentChange(tx, [id, 'lists'])
}
