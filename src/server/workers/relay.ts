import { addMetrics, type MetricParts, supervisorMetrics } from '../metrics.ts'
import type { Log } from '../platform/log-fields.ts'
import type { Channel } from './channel.ts'
import { metricsMs, refreshMs } from './peers.ts'

/**
 * A running worker. `number`: its number in the log, which its replacement gets too. `isWatching`: it is notified of
 * changes to content, perhaps before it is ready.
 */
export type Connected = { number: number; channel: Channel; isWatching: boolean; isReady: boolean }

/**
 * Returns a function that handles the calls of a worker: it passes changes to content and counts of requests on to the
 * other workers, and collects the metrics of all workers.
 */
export function relayCalls(workers: ReadonlySet<Connected>, log: Log) {
  const ready = () => [...workers].filter(({ isReady }) => isReady)
  const othersOf = (worker: Connected) => ready().filter((other) => other !== worker)

  async function showVersion(worker: Connected, version: number): Promise<void> {
    const showIn = ({ number, channel }: Connected) =>
      channel.call('show version', version, refreshMs).catch((error: Error) => {
        // The worker may have ended. If it hasn't, it checks for changes every second anyway.
        log.warn({ worker: number, error: error.message }, 'a worker did not confirm a change')
      })
    await Promise.all([...workers].filter((other) => other !== worker && other.isWatching).map(showIn))
  }

  async function allMetrics(restarts: number): Promise<string> {
    const replies = ready().map(({ channel }) => channel.call<MetricParts>('metrics', null, metricsMs))
    const settled = await Promise.allSettled(replies)
    const parts = settled.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value] : []))
    return addMetrics([...parts, await supervisorMetrics({ workers: parts.length, restarts })])
  }

  return (worker: Connected, restarts: () => number): void => {
    worker.channel.on('watching', () => {
      worker.isWatching = true
    })
    worker.channel.on<number>('show version', (version) => showVersion(worker, version))
    worker.channel.on('counted', (counted) => {
      for (const { channel } of othersOf(worker)) channel.notify('counted', counted)
    })
    worker.channel.on('all metrics', () => allMetrics(restarts()))
  }
}
