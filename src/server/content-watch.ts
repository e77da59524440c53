import { type ContentKey, readContentChanges } from '#server/platform/content-changes.ts'
import type { Db } from '#server/platform/db.ts'
import { createWorkQueue } from '#server/platform/work-queue.ts'

/**
 * Looks for changes of public content, whichever process made them, and tells the listener. The first look only learns
 * where things stand. Looks at the same time follow each other, so none misses what another one is still telling.
 */
export function createContentWatch(db: Db) {
  let known: number | null = null
  let listener: (keys: ContentKey[]) => void = () => undefined
  const inTurn = createWorkQueue(1)

  async function look() {
    const { version, keys } = await readContentChanges(db, known)
    known = version
    if (keys.length > 0) listener(keys)
  }

  return {
    onChange(heard: typeof listener) {
      listener = heard
    },
    check(): Promise<void> {
      return inTurn(look)
    },
  }
}
