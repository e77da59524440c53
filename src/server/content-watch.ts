import { type ContentKey, readContentChanges } from '#server/platform/content-changes.ts'
import type { Db } from '#server/platform/db.ts'
import { parsePosition } from '#server/platform/replica.ts'
import type { OpenReplica } from './open-replica.ts'

/**
 * Watches public content for changes by any process, and passes the keys of what changed to a listener. The first check only
 * reads the current version. A check resolves with the version from a read that began after the call, so it includes
 * everything committed before. Calls during a read share the next read. `replica` gets the primary's log positions.
 */
export function createContentWatch(db: Db, replica?: Pick<OpenReplica, 'advance'> | null) {
  let known: number | null = null
  let listener: (keys: ContentKey[]) => unknown = () => undefined
  let running: Promise<number> | undefined
  let next: Promise<number> | undefined

  async function readChanges() {
    const { version, keys, position } = await readContentChanges(db, known)
    // The replica advances before pages are dropped, so that no page is rendered again from a replica without the
    // change.
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

  /** Reads after an earlier read has ended. If the earlier read failed, only its own callers get the error. */
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
    /** Checks, unless this version or a later one is already known. */
    async reach(version: number): Promise<void> {
      if (known === null || known < version) await check()
    },
  }
}
