import { figuresMs } from '../../telemetry/site-figures.ts'
import type { Channel } from './channel.ts'

/**
 * How long the response to a write waits for the other workers, in ms. They also check for changes every second by
 * themselves.
 */
export const refreshMs = 1_000
/** How long one worker may take to send its metrics, in ms. If it takes longer, the totals don't include it. */
export const metricsMs = figuresMs + 1_000
/** How long the metrics of all workers together may take, in ms. Prometheus waits ten seconds. */
export const allMetricsMs = metricsMs + 1_000
/** How long the primary may take to reply to a worker that is starting, in ms. */
const startMs = 60_000
/** How often workers exchange their counts, in ms. */
const countsMs = 250

/**
 * Counts by a key, such as the requests from each network (`networkOf` in platform/limits.ts). `msToWait` returns how
 * long until this key is allowed again, in ms, or 0 if it is allowed now.
 */
export type Counter = { add(key: string, count?: number): void; msToWait(key: string): number }
export type Counts = [key: string, count: number][]

/** The other workers of this server, which are reached through the primary. */
export type Peers = {
  /** Whether this worker is the one that reports the values that are the same in all workers. */
  isFirst: boolean
  /** Makes the other workers show this version of public content. Resolves when they do, or after about `refreshMs`. */
  showVersion(version: number): Promise<void>
  /**
   * Sets how this worker shows a version of public content. Once the promise resolves, the worker is notified of every
   * write by another worker.
   */
  onVersion(show: (version: number) => Promise<void>): Promise<void>
  /** Shares a counter among all workers: each adds what the others have counted, after at most `countsMs`. */
  share<Shared extends Counter>(name: string, counter: Shared): Shared
  /**
   * Offers the metrics of this worker (`read`) to the primary. Returns a function that reads the metrics of all workers
   * as text, or null if this is the only process.
   */
  shareMetrics(read: () => Promise<unknown>): (() => Promise<string>) | null
}

/** The peers of a server that has only one process. */
export const noPeers: Peers = {
  isFirst: true,
  showVersion: async () => undefined,
  onVersion: async () => undefined,
  share: (_, counter) => counter,
  shareMetrics: () => null,
}

/**
 * Creates the peers of a worker, which it reaches through the primary. `number`: the worker's number, counted from 1.
 */
export function peersOf(primary: Channel, number: number): Peers {
  let latest = 0
  let shown: Promise<unknown> = Promise.resolve()
  const counters = new Map<string, Counter>()
  primary.on<{ name: string; counts: Counts }>('counted', ({ name, counts }) => {
    for (const [key, count] of counts) counters.get(name)?.add(key, count)
  })

  return {
    isFirst: number === 1,
    async showVersion(version) {
      if (version > latest) {
        latest = version
        // The primary waits for the other workers for `refreshMs` at most, so it replies before this time is over.
        shown = primary.call('show version', version, 2 * refreshMs)
      }
      await shown
    },
    async onVersion(show) {
      primary.on('show version', show)
      await primary.call('watching', null, startMs)
    },
    share(name, counter) {
      counters.set(name, counter)
      let counted = new Map<string, number>()
      const send = () => {
        primary.notify('counted', { name, counts: [...counted] })
        counted = new Map()
      }
      return {
        ...counter,
        add(key: string, count = 1) {
          counter.add(key, count)
          if (counted.size === 0) setTimeout(send, countsMs).unref()
          counted.set(key, (counted.get(key) ?? 0) + count)
        },
      }
    },
    shareMetrics(read) {
      primary.on('metrics', read)
      return () => primary.call('all metrics', null, allMetricsMs)
    },
  }
}
