import type { Tool } from '#features/tools/contract.ts'
import { changeTool } from '#features/tools/server/change-tool.ts'
import { deleteTool } from '#features/tools/server/delete-tool.ts'
import { insertTools } from '#features/tools/server/insert-tools.ts'
import { getToolOrThrow } from '#features/tools/server/tool-queries.ts'
import { type Actor, requireRole } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { NewTool, ToolEdit } from '../catalogue-contract.ts'
import type { ModerationContext } from './moderation-context.ts'

/**
 * Adds a tool to the catalogue. Throws AppError authentication_required, forbidden, validation_failed, conflict (the
 * name is taken).
 */
export async function addTool({ db, hooks }: ModerationContext, actor: Actor, input: NewTool): Promise<Tool> {
  const member = requireRole(actor, 'admin')
  return inTransaction(db, async (tx) => {
    const [inserted] = await insertTools(tx, [input], hooks.onToolsAdded)
    if (!inserted) throw new AppError('conflict', 'A tool with this name already exists.')
    await recordAuditEntry(tx, member, { action: 'tool.create', target: { kind: 'tool', id: inserted.id } })
    return getToolOrThrow(tx, inserted.id)
  })
}

/** Changes the tool with this id. Throws AppError authentication_required, forbidden, validation_failed, not_found. */
export async function editTool(
  { db, now, hooks }: ModerationContext,
  actor: Actor,
  id: string,
  edit: ToolEdit,
): Promise<Tool> {
  const member = requireRole(actor, 'admin')
  return inTransaction(db, async (tx) => {
    await changeTool(tx, id, edit, { now: now(), onAdded: hooks.onToolsAdded })
    await recordAuditEntry(tx, member, { action: 'tool.change', target: { kind: 'tool', id } })
    return getToolOrThrow(tx, id)
  })
}

/** Deletes the tool with this id permanently. Throws AppError authentication_required, forbidden, not_found. */
export async function removeTool({ db }: ModerationContext, actor: Actor, id: string): Promise<void> {
  const member = requireRole(actor, 'admin')
  await inTransaction(db, async (tx) => {
    await deleteTool(tx, id)
    await recordAuditEntry(tx, member, { action: 'tool.delete', target: { kind: 'tool', id } })
  })
}
