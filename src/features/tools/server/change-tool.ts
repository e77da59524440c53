import { t } from '#lib/texts.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import type { OnToolsAdded } from './insert-tools.ts'
import { changeToolCounts } from './tool-counts.ts'
import { buildToolRow, checkTool, type ToolDraft, toolFieldColumns } from './tool-rows.ts'

/** The columns of an address that no job has checked yet. */
const uncheckedLink = { linkCheckedAt: null, linkFailures: 0, linkProblem: null }

export type ToolChange = Partial<Omit<ToolDraft, 'slug'>>

/**
 * Changes the given fields of a tool (id). Its slug stays the same, so that links to it keep working. `onAdded` receives
 * the changed tool. The caller checks permissions. Throws AppError not_found, validation_failed.
 */
export async function changeTool(
  tx: Tx,
  id: string,
  change: ToolChange,
  { now, onAdded }: { now: Date; onAdded: OnToolsAdded },
): Promise<void> {
  const oldTool = await tx
    .selectFrom('tools as t')
    .innerJoin('categories as c', 'c.id', 't.categoryId')
    .select(toolFieldColumns.map((column) => `t.${column}` as const))
    .select('c.slug as category')
    .where('t.id', '=', id)
    .forUpdate('t')
    .executeTakeFirst()
  if (!oldTool) throw notFound(t('This tool'))
  const changedFields = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const newTool: ToolDraft = { ...oldTool, ...changedFields }
  checkTool(newTool)
  const row = await buildToolRow(tx, newTool)
  await tx
    .updateTable('tools')
    .set({ ...row, updatedAt: now, ...(row.url !== oldTool.url && uncheckedLink) })
    .where('id', '=', id)
    .execute()
  await changeToolCounts(tx, [oldTool], -1)
  await changeToolCounts(tx, [row], 1)
  await onAdded(tx, [{ title: row.name, tags: row.tags }])
  // Every cached page with the tool (id), or with a general list, is dropped.
  await recordContentChange(tx, [id, 'lists'])
}
