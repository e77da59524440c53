import { z } from 'zod'
import { isStorable } from '#lib/well-formed.ts'
import { type AppError, invalidField } from './errors.ts'

/** Where a page ended: the last item's sort key and id. `list` keeps a cursor from being used on another order. */
export type Position = { key: string | number; id: string }

const Cursor = z.tuple([z.string(), z.union([z.string().max(200), z.number()]), z.uuid()])

/** The opaque cursor behind `position` in the order named `list`. */
export function writeCursor(list: string, position: Position): string {
  return Buffer.from(JSON.stringify([list, position.key, position.id])).toString('base64url')
}

/** The refusal of a cursor that this list didn't give. */
export function unknownCursor(): AppError {
  return invalidField('cursor', 'This cursor is not valid for this list. Start again without it.')
}

/** The position behind a cursor that `writeCursor` made for the same order. Anything else: AppError validation_failed. */
export function readCursor(list: string, cursor: string | undefined): Position | null {
  if (cursor === undefined) return null
  let decoded: unknown
  try {
    decoded = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw unknownCursor()
  }
  const parsed = Cursor.safeParse(decoded)
  if (!parsed.success || parsed.data[0] !== list || !isStorable(String(parsed.data[1]))) throw unknownCursor()
  return { key: parsed.data[1], id: parsed.data[2] }
}

/** Cuts `limit + 1` fetched rows into a page: the extra row only says that there is more. */
export function cutPage<Row>(rows: Row[], limit: number, list: string, positionOf: (row: Row) => Position) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? writeCursor(list, positionOf(last)) : null }
}
