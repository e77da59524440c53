import { type ContentKey, readContentChanges } from '#server/platform/content-changes.ts'
import type { Db } from '#server/platform/db.ts'
import { parsePosition } from '#server/platform/replica.ts'
import type { OpenReplica } from './open-replica.ts'

/**
 * Watches for changes of public content by any process, and passes the keys of what changed to a listener; the first
 * check only reads the version. `check` resolves with a version read after the call, so it covers everything committed
 * before the call. Calls during a read share the next read. `replica` receives the primary's log positions.
 */
export function createContentWatch(db: Db, replica?: Pick<OpenReplica, 'advance'> | null) {
  let known: number | null = null
  let listener: (keys: ContentKey[]) => unknown = () => undefined
  let running: Promise<number> | undefined
  let next: Promise<number> | undefined

  async function readChanges() {
    const { version, keys, position } = await readContentChanges(db, known)
    // The replica has to advance before pages are dropped, so that no page is rendered from a replica that lacks the
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

  /** Waits for an earlier read, then reads again. If the earlier read fails, only its own callers get the error. */
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
    /** Runs a check, unless this version or a later one is already known. */
    async reach(version: number): Promise<void> {
      if (known === null || known < version) await check()
    },
  }
}
