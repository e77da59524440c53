import { createHash } from 'node:crypto'
import { t } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import type { ToolPictureKind } from '../rules.ts'

/** An encoded picture: WebP, with its dimensions in pixels. */
export type ToolPicture = { content: Uint8Array; width: number; height: number }

/**
 * Stores the mark or the picture of a tool (id), in place of the one before, or removes it (null). The pictures are rows,
 * since only operators upload them, one of each kind for a tool: a backup of the database has them. The caller checks
 * permissions. Throws AppError not_found.
 */
export async function setToolPicture(
  tx: Tx,
  id: string,
  kind: ToolPictureKind,
  picture: ToolPicture | null,
): Promise<void> {
  const key = picture && cutText(createHash('sha256').update(picture.content).digest('hex'), 16)
  const size = { pictureWidth: picture?.width ?? null, pictureHeight: picture?.height ?? null }
  const { numUpdatedRows } = await tx
    .updateTable('tools')
    .set(kind === 'mark' ? { markKey: key } : { pictureKey: key, ...size })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound(t('This tool'))
  await tx.deleteFrom('toolPictures').where('toolId', '=', id).where('kind', '=', kind).execute()
  if (picture && key)
    await tx
      .insertInto('toolPictures')
      .values({ toolId: id, kind, key, content: Buffer.from(picture.content) })
      .execute()
  // Every cached page with the tool (id), or with a general list, is dropped.
  await recordContentChange(tx, [id, 'lists'])
}

/** Returns the current picture of a tool with this key. Throws AppError not_found. */
export async function readToolPicture(db: Db, id: string, kind: ToolPictureKind, key: string): Promise<Buffer> {
  const row = await db
    .selectFrom('toolPictures')
    .select('content')
    .where('toolId', '=', id)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) throw notFound(t('This picture'))
  return row.content
}
