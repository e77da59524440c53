import { addMetrics, type MetricParts, supervisorMetrics } from '../metrics.ts'
import type { Log } from '../platform/log-fields.ts'
import type { Channel } from './channel.ts'
import { metricsMs, refreshMs } from './peers.ts'

/**
 * A running worker. `number`: its number in the log, which its replacement takes over. `isWatching`: it receives changes
 * of content, even before it is ready.
 */
export type Connected = { number: number; channel: Channel; isWatching: boolean; isReady: boolean }

/** Passes calls of each worker on to the others: changed content, counts of limits, and metrics of all. */
export function relayCalls(workers: ReadonlySet<Connected>, log: Log) {
  const ready = () => [...workers].filter(({ isReady }) => isReady)
  const othersOf = (worker: Connected) => ready().filter((other) => other !== worker)

  async function showVersion(worker: Connected, version: number): Promise<void> {
    const shown = ({ number, channel }: Connected) =>
      channel.ask('show version', version, refreshMs).catch((error: Error) => {
        // It may have ended. Otherwise it checks every second anyway.
        log.warn({ worker: number, error: error.message }, 'a worker did not confirm a change')
      })
    await Promise.all([...workers].filter((other) => other !== worker && other.isWatching).map(shown))
  }

  async function allMetrics(restarts: number): Promise<string> {
    const asked = ready().map(({ channel }) => channel.ask<MetricParts>('metrics', null, metricsMs))
    const answers = await Promise.allSettled(asked)
    const parts = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    return addMetrics([...parts, await supervisorMetrics({ workers: parts.length, restarts })])
  }

  return (worker: Connected, restarts: () => number): void => {
    worker.channel.on('watching', () => {
      worker.isWatching = true
    })
    worker.channel.on<number>('show version', (version) => showVersion(worker, version))
    worker.channel.on('counted', (counted) => {
      for (const { channel } of othersOf(worker)) channel.tell('counted', counted)
    })
    worker.channel.on('all metrics', () => allMetrics(restarts()))
  }
}
