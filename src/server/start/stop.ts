import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#platform/log-fields.ts'

/**
 * Creates an object that shuts a server down. First the server drains, which means that it isn't ready but still
 * serves, and then it stops.
 */
export function createStop(drainSeconds: number, log: Log) {
  let isDraining = false
  let shutdown: Promise<void> | undefined
  const skipDrain = new AbortController()
  const stopController = new AbortController()

  async function drainAndClose(close: () => Promise<void>): Promise<void> {
    isDraining = true
    log.info({ seconds: drainSeconds }, 'stopping: no longer ready')
    await sleep(drainSeconds * 1000, undefined, { signal: skipDrain.signal }).catch(() => undefined)
    log.info({}, 'stopping')
    stopController.abort()
    await close()
  }

  return {
    isDraining: () => isDraining,
    /** Aborted once the server has drained. */
    signal: stopController.signal,
    /** Drains for `drainSeconds`, and then runs `close`. A later call only ends the wait. */
    begin(close: () => Promise<void>): Promise<void> {
      if (shutdown) skipDrain.abort()
      shutdown ??= drainAndClose(close)
      return shutdown
    },
  }
}
