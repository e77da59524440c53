import type pino from 'pino'
import { addMetrics, type MetricParts, supervisorMetrics } from '../metrics.ts'
import type { Channel } from './channel.ts'
import { metricsMs, refreshMs } from './peers.ts'

/**
 * A worker that runs; `place`: its number in the log. `isWatching`: it is told of changed content, since before it serves.
 */
export type Connected = { place: number; channel: Channel; isWatching: boolean; isReady: boolean }

/** Passes calls of each worker on to the others: changed content, counts of limits, and metrics of all. */
export function relayCalls(runs: ReadonlySet<Connected>, log: pino.Logger) {
  const ready = () => [...runs].filter(({ isReady }) => isReady)
  const othersOf = (run: Connected) => ready().filter((other) => other !== run)

  async function showVersion(run: Connected, version: number): Promise<void> {
    const shown = ({ place, channel }: Connected) =>
      channel.ask('show version', version, refreshMs).catch((error: Error) => {
        // It may have ended. Otherwise it checks by itself every second.
        log.warn({ worker: place, error: error.message }, 'a worker did not confirm a change')
      })
    await Promise.all([...runs].filter((other) => other !== run && other.isWatching).map(shown))
  }

  async function allMetrics(restarts: number): Promise<string> {
    const asked = ready().map(({ channel }) => channel.ask<MetricParts>('metrics', null, metricsMs))
    const answers = await Promise.allSettled(asked)
    const parts = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    return addMetrics([...parts, await supervisorMetrics({ workers: parts.length, restarts })])
  }

  return (run: Connected, restarts: () => number): void => {
    run.channel.on('watching', () => {
      run.isWatching = true
    })
    run.channel.on<number>('show version', (version) => showVersion(run, version))
    run.channel.on('counted', (counted) => {
      for (const { channel } of othersOf(run)) channel.tell('counted', counted)
    })
    run.channel.on('all metrics', () => allMetrics(restarts()))
  }
}
