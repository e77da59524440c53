import { type ContentKey, readContentChanges } from '#server/platform/content-changes.ts'
import type { Db } from '#server/platform/db.ts'

/**
 * Watches public content for changes by any process, and calls the listener. The first check only reads the current
 * version. A check returns after a look that began after it was asked for. All checks that are asked for during a look
 * share the next one, so that under load writes don't wait for each other's looks.
 * A check returns the version.
 */
export function createContentWatch(db: Db) {
  let known: number | null = null
  let listener: (keys: ContentKey[]) => unknown = () => undefined
  let running: Promise<number> | undefined
  let next: Promise<number> | undefined

  async function readChanges() {
    const { version, keys } = await readContentChanges(db, known)
    known = version
    if (keys.length > 0) await listener(keys)
    return version
  }

  function look(): Promise<number> {
    running = readChanges().finally(() => {
      running = undefined
    })
    return running
  }

  /** A failed look is reported to those who asked for it. */
  async function lookAfter(earlier: Promise<unknown>): Promise<number> {
    await earlier.catch(() => undefined)
    next = undefined
    return running ?? look()
  }

  function check(): Promise<number> {
    if (!running) return look()
    next ??= lookAfter(running)
    return next
  }

  return {
    onChange(onContent: typeof listener) {
      listener = onContent
    },
    check,
    /** Checks unless this version, or a later one, is known already. */
    async reach(version: number): Promise<void> {
      if (known === null || known < version) await check()
    },
  }
}
