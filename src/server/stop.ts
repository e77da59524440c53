import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './platform/log-fields.ts'

/**
 * Creates the shutdown of a server. First the server drains, which means that it isn't ready but still serves, and then
 * it stops. A second call of `begin` ends the wait for DRAIN_SECONDS.
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
    /** Drains, and then runs `close`. Later calls don't run it again. */
    begin(close: () => Promise<void>): Promise<void> {
      if (ended) skipDrain.abort()
      ended ??= end(close)
      return ended
    },
  }
}
