import { type ContentKey, readContentChanges } from '#server/platform/content-changes.ts'
import type { Db } from '#server/platform/db.ts'
import { parsePosition } from '#server/platform/replica.ts'
import type { OpenReplica } from './open-replica.ts'

/**
 * Watches public content for changes by any process, and calls the listener. The first check only reads the current
 * version. A check resolves with the version after a read that started after the call, so it misses nothing committed
 * before. All checks called during a read share the next one, so that writes under load don't queue for reads. `replica`:
 * learns how far the primary is.
 */
export function createContentWatch(db: Db, replica?: Pick<OpenReplica, 'advance'> | null) {
  let known: number | null = null
  let listener: (keys: ContentKey[]) => unknown = () => undefined
  let running: Promise<number> | undefined
  let next: Promise<number> | undefined

  async function readChanges() {
    const { version, keys, position } = await readContentChanges(db, known)
    // Before pages are dropped, so that none is rendered again from a replica that lacks the change.
    if (position) replica?.advance(parsePosition(position), version !== known)
    known = version
    if (keys.length > 0) await listener(keys)
    return version
  }

  function startRead(): Promise<number> {
    running = readChanges().finally(() => {
      running = undefined
    })
    return running
  }

  /** A failed read rejects only the checks that wait for it. */
  async function readAfter(earlier: Promise<unknown>): Promise<number> {
    await earlier.catch(() => undefined)
    next = undefined
    return running ?? startRead()
  }

  function check(): Promise<number> {
    if (!running) return startRead()
    next ??= readAfter(running)
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
