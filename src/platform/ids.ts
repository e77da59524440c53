import { v7 } from 'uuid'

/** Creates an id, a UUIDv7. Later ids are greater. */
export function newId(): string {
  return v7()
}

/** Comes before every id that is created at this time or later. */
export function firstIdAt(time: Date): string {
  return v7({ msecs: time.getTime(), seq: 0, random: new Uint8Array(16) })
}

/** Comes before every id. Paging by id starts here. */
export const lowestId = '00000000-0000-0000-0000-000000000000'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a part of a path is an id. If it isn't, it is a slug. */
export function isId(text: string): boolean {
  return uuidPattern.test(text)
}
