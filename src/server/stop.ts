import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './platform/log-fields.ts'

/**
 * Creates what shuts a server down. First the server drains, which means that it isn't ready but still serves, and then
 * it stops.
 */
export function createStop(drainSeconds: number, log: Log) {
  let draining = false
  let ended: Promise<void> | undefined
  const skipDrain = new AbortController()
  const stopping = new AbortController()

  async function end(close: () => Promise<void>): Promise<void> {
    draining = true
    log.info({ seconds: drainSeconds }, 'stopping: no longer ready')
    await sleep(drainSeconds * 1000, undefined, { signal: skipDrain.signal }).catch(() => undefined)
    log.info({}, 'stopping')
    stopping.abort()
    await close()
  }

  return {
    isDraining: () => draining,
    /** Aborted once the server has drained. */
    signal: stopping.signal,
    /** Drains for `drainSeconds`, and then runs `close`. A later call only ends the wait. */
    begin(close: () => Promise<void>): Promise<void> {
      if (ended) skipDrain.abort()
      ended ??= end(close)
      return ended
    },
  }
}
