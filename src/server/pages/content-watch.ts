import { type ContentKey, readContentChanges } from '#platform/database/content-changes.ts'
import type { Db } from '#platform/database/db.ts'
import { parsePosition } from '#platform/database/replicas.ts'
import type { OpenReplicas } from '../database/open-replicas.ts'

/**
 * Watches for changes to public content by any process, and passes their cache keys to a listener; the first check only
 * reads the catalogue version. `check` resolves with a version that includes all changes committed before the call.
 * Calls during a read share the next read. Each read tells `replicas` the primary's position in the write-ahead log.
 */
export function createContentWatch(db: Db, replicas?: Pick<OpenReplicas, 'advance'> | null) {
  let known: number | null = null
  let listener: (keys: ContentKey[]) => unknown = () => undefined
  let running: Promise<number> | undefined
  let next: Promise<number> | undefined

  async function readChanges() {
    const { version, keys, position } = await readContentChanges(db, known)
    // Replicas must know the required position before pages are dropped, so that no page is rendered from a replica
    // that lacks the change.
    if (position) replicas?.advance(parsePosition(position), version !== known)
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

  /** Waits for an earlier read, then reads again. An error of the earlier read reaches only the callers of that read. */
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
    onChange(callback: typeof listener) {
      listener = callback
    },
    check,
    /** Runs a check, unless this version or a later one is already known. */
    async reach(version: number): Promise<void> {
      if (known === null || known < version) await check()
    },
  }
}
