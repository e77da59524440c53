import { z } from 'zod'
import { t } from '#lib/texts.ts'
import { isStorable } from '#lib/well-formed.ts'
import { type AppError, invalidField } from './errors.ts'

/** Where a page ended: the sort key and the id of its last item. */
export type Position = { key: string | number; id: string }

/** Tells whether a cursor's key is a valid sort key, so that the database never gets one that it would refuse. */
type KeyTest = (key: string) => boolean

const timePattern = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d{1,6})?(?:Z|[+-](?:0\d|1[0-4])(?::[0-5]\d)?)$/
const isWhole = (key: string, limit: number) => /^-?\d{1,19}$/.test(key) && Math.abs(Number(key)) < limit

/** The tests of sort keys, by their type in SQL. `none` is for lists that are sorted by id alone. */
export const cursorKeys = {
  none: (key) => key === '',
  text: isStorable,
  integer: (key) => isWhole(key, 2 ** 31),
  bigint: (key) => isWhole(key, 2 ** 53),
  // PostgreSQL refuses numbers that are too small to differ from 0.
  double: (key) =>
    /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(key) &&
    (Number(key) !== 0 || /^-?[0.]+$/.test(key)) &&
    Number.isFinite(Number(key)),
  time(key) {
    const [, day = '', time = ''] = timePattern.exec(key) ?? []
    const parsed = new Date(`${day}T${time}Z`)
    return (
      !day.startsWith('0000') && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(`${day}T${time}`)
    )
  },
} satisfies Record<string, KeyTest>

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
  return invalidField('cursor', t('This cursor is not valid for this list. Start again without it.'))
}

/**
 * Reads the position from a cursor that `writeCursor` wrote for the same list, or null without a cursor. Throws
 * AppError validation_failed for any other cursor, such as one whose key isn't valid for `isKey` (`cursorKeys`).
 */
export function readCursor(list: string, cursor: string | undefined, isKey: KeyTest): Position | null {
  return readCursorOfParts([{ name: list, isKey }], cursor).start
}

/**
 * Like `readCursor`, for a list of several parts, each with its own order and name. The `list` that it
 * returns is the index of the part in which the page ended, or 0 without a cursor. Throws AppError validation_failed.
 */
export function readCursorOfParts(
  parts: { name: string; isKey: KeyTest }[],
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
  if (!parsed.success) throw unknownCursor()
  const [name, key, id] = parsed.data
  const list = parts.findIndex((part) => part.name === name)
  if (!parts[list]?.isKey(String(key))) throw unknownCursor()
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
