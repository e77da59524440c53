import { type ContentKey, readContentChanges } from '#server/platform/content-changes.ts'
import type { Db } from '#server/platform/db.ts'
import { createWorkQueue } from '#server/platform/work-queue.ts'

/**
 * Watches public content for changes by any process, and calls the listener. The first check only reads the current
 * version. Concurrent checks run one after the other, so that none returns before the listener has been called.
 */
export function createContentWatch(db: Db) {
  let known: number | null = null
  let listener: (keys: ContentKey[]) => void = () => undefined
  const inTurn = createWorkQueue(1)

  async function readChanges() {
    const { version, keys } = await readContentChanges(db, known)
    known = version
    if (keys.length > 0) listener(keys)
  }

  return {
    onChange(onContent: typeof listener) {
      listener = onContent
    },
    check(): Promise<void> {
      return inTurn(readChanges)
    },
  }
}
