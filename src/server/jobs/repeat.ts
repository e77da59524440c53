import type { Log } from '#platform/log-fields.ts'

/**
 * Runs `work` immediately, and again `ms` after each time it ends, until stopped. Logs only the first of several
 * failures in a row, so that an unavailable database doesn't fill the log.
 */
export function repeat(ms: number, work: () => Promise<unknown>, log: Pick<Log, 'warn'>): { stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isFailing = false

  async function run() {
    try {
      await work()
      isFailing = false
    } catch (error) {
      if (!isFailing && !isStopped)
        log.warn({ error: (error as Error).message }, 'background work failed, trying again')
      isFailing = true
    }
    if (!isStopped) timer = setTimeout(run, ms)
  }

  void run()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
