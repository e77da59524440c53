import type { Log } from './platform/log-fields.ts'

/**
 * Runs `work` immediately, and again `ms` after each time it ends, until stopped. Logs only the first of several
 * failures in a row, so that an unavailable database doesn't fill the log.
 */
export function repeat(ms: number, work: () => Promise<unknown>, log: Pick<Log, 'warn'>): { stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let failing = false

  async function round() {
    try {
      await work()
      failing = false
    } catch (error) {
      if (!failing && !stopped) log.warn({ error: (error as Error).message }, 'background work failed, trying again')
      failing = true
    }
    if (!stopped) timer = setTimeout(round, ms)
  }

  void round()
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
