import { z } from 'zod'
import { isStorable } from '#lib/well-formed.ts'
import { type AppError, invalidField } from './errors.ts'

/** Where a page ended: the sort key and the id of its last item. */
export type Position = { key: string | number; id: string }

const Cursor = z.tuple([z.string(), z.union([z.string().max(200), z.number()]), z.uuid()])

/**
 * Writes a position as an opaque cursor. `list` names the list and its order, so that the cursor isn't valid for other
 * lists.
 */
export function writeCursor(list: string, position: Position): string {
  return Buffer.from(JSON.stringify([list, position.key, position.id])).toString('base64url')
}

/** The error for a cursor that isn't valid for a list. */
export function unknownCursor(): AppError {
  return invalidField('cursor', 'This cursor is not valid for this list. Start again without it.')
}

/**
 * Reads the position from a cursor that `writeCursor` wrote for the same list, or null without a cursor. Throws
 * AppError validation_failed for any other cursor.
 */
export function readCursor(list: string, cursor: string | undefined): Position | null {
  return readCursorOfParts([list], cursor).start
}

/**
 * Like `readCursor`, for a list of several parts, each with its own order and name (`lists`). The `list` that it
 * returns is the index of the part in which the page ended, or 0 without a cursor. Throws AppError validation_failed.
 */
export function readCursorOfParts(
  lists: string[],
  cursor: string | undefined,
): { list: number; start: Position | null } {
  if (cursor === undefined) return { list: 0, start: null }
  let decoded: unknown
  try {
    decoded = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw unknownCursor()
  }
  const parsed = Cursor.safeParse(decoded)
  if (!parsed.success || !isStorable(String(parsed.data[1]))) throw unknownCursor()
  const [name, key, id] = parsed.data
  const list = lists.indexOf(name)
  if (list === -1) throw unknownCursor()
  return { list, start: { key, id } }
}

/**
 * Builds a page from up to `limit + 1` rows; the extra row only shows that there is a next page. `list`: the name of
 * the list, or a function that names the part to which a row belongs.
 */
export function cutPage<Row>(
  rows: Row[],
  limit: number,
  list: string | ((row: Row) => string),
  positionOf: (row: Row) => Position,
) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  if (rows.length <= limit || !last) return { items, nextCursor: null }
  return { items, nextCursor: writeCursor(typeof list === 'string' ? list : list(last), positionOf(last)) }
}
