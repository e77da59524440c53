import { type EncodePicture, readUpload, refuseLarge } from '#features/examples/server/upload-picture.ts'
import type { AdminTool, Tool } from '#features/tools/contract.ts'
import type { ToolPictureKind } from '#features/tools/rules.ts'
import { getAdminToolOrThrow } from '#features/tools/server/admin-tool-queries.ts'
import { changeTool } from '#features/tools/server/change-tool.ts'
import { deleteTool } from '#features/tools/server/delete-tool.ts'
import { insertTools } from '#features/tools/server/insert-tools.ts'
import { setToolPicture, type ToolPicture } from '#features/tools/server/tool-pictures.ts'
import { getToolOrThrow } from '#features/tools/server/tool-queries.ts'
import { t } from '#lib/texts.ts'
import { type Actor, requireRole } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction } from '#platform/database/db.ts'
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
    if (!inserted) throw new AppError('conflict', t('A tool with this name already exists.'))
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

type PictureUpload = { id: string; kind: ToolPictureKind; length: number; body: ReadableStream<Uint8Array> | null }

/**
 * Stores an uploaded mark or picture of a tool. Throws AppError authentication_required, forbidden, not_found,
 * body_too_large, and the errors of `encode`.
 */
export async function uploadToolPicture(
  context: ModerationContext,
  actor: Actor,
  { id, kind, length, body }: PictureUpload,
  encode: EncodePicture,
): Promise<AdminTool> {
  requireRole(actor, 'admin')
  refuseLarge(length)
  await getToolOrThrow(context.db, id)
  const { width, height, files } = await encode(await readUpload(body))
  const content = kind === 'mark' ? files['480.webp'] : files['960.webp']
  return changeToolPicture(context, actor, { id, kind, picture: { content, width, height } })
}

/**
 * Stores or removes (null) the mark or picture of a tool. Throws AppError authentication_required, forbidden, not_found.
 */
export async function changeToolPicture(
  { db }: ModerationContext,
  actor: Actor,
  { id, kind, picture }: { id: string; kind: ToolPictureKind; picture: ToolPicture | null },
): Promise<AdminTool> {
  const member = requireRole(actor, 'admin')
  return inTransaction(db, async (tx) => {
    await setToolPicture(tx, id, kind, picture)
    await recordAuditEntry(tx, member, { action: 'tool.change', target: { kind: 'tool', id } })
    return getAdminToolOrThrow(tx, id)
  })
}
