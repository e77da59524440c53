import { v7 } from 'uuid'

/** A new UUIDv7. Ids increase with time. */
export function newId(): string {
  return v7()
}

/** Sorts before every id: where paging by id starts. */
export const lowestId = '00000000-0000-0000-0000-000000000000'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a path segment is an id (a slug otherwise). */
export function isId(text: string): boolean {
  return uuidPattern.test(text)
}
