import type { Log } from '#platform/log-fields.ts'
import { addMetrics, type MetricParts, supervisorMetrics } from '../../telemetry/metrics.ts'
import type { Channel } from './channel.ts'
import { metricsMs, refreshMs } from './peers.ts'

/**
 * A running worker. `number`: its number in the log, which its replacement gets too. `isWatching`: it is notified of
 * changes to content, perhaps before it is ready.
 */
export type ConnectedWorker = { number: number; channel: Channel; isWatching: boolean; isReady: boolean }

/**
 * Returns a function that handles the calls of a worker: it notifies the other workers of changes to content, passes on
 * counts of requests to them, and collects the metrics of all workers.
 */
export function relayCalls(workers: ReadonlySet<ConnectedWorker>, log: Log) {
  const readyWorkers = () => [...workers].filter(({ isReady }) => isReady)
  const othersOf = (worker: ConnectedWorker) => readyWorkers().filter((other) => other !== worker)

  async function showVersion(worker: ConnectedWorker, version: number): Promise<void> {
    const showIn = ({ number, channel }: ConnectedWorker) =>
      channel.call('show version', version, refreshMs).catch((error: Error) => {
        // The worker may have ended. If it hasn't, it checks for changes every second anyway.
        log.warn({ worker: number, error: error.message }, 'a worker did not confirm a change')
      })
    await Promise.all([...workers].filter((other) => other !== worker && other.isWatching).map(showIn))
  }

  async function readAllMetrics(restarts: number): Promise<string> {
    const replies = readyWorkers().map(({ channel }) => channel.call<MetricParts>('metrics', null, metricsMs))
    const settled = await Promise.allSettled(replies)
    const parts = settled.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value] : []))
    return addMetrics([...parts, await supervisorMetrics({ workers: parts.length, restarts })])
  }

  return (worker: ConnectedWorker, restarts: () => number): void => {
    worker.channel.on('watching', () => {
      worker.isWatching = true
    })
    worker.channel.on<number>('show version', (version) => showVersion(worker, version))
    worker.channel.on('counted', (counted) => {
      for (const { channel } of othersOf(worker)) channel.notify('counted', counted)
    })
    worker.channel.on('all metrics', () => readAllMetrics(restarts()))
  }
}
