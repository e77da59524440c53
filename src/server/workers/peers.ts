import type { Channel } from './channel.ts'

/** How long to wait for other workers before the response to a write, in ms. They check by themselves every second. */
export const refreshMs = 1_000
/** How long one worker may take for its metrics, in ms. */
export const metricsMs = 1_000
/** How long the primary may take to respond to a worker that starts, in ms. */
const startMs = 60_000
/** How often workers exchange what they counted, in ms. */
const countsMs = 250

/** Counts by key, such as requests by network. */
export type Counter = { add(key: string, count?: number): void; msToWait(key: string): number }
export type Counts = [key: string, count: number][]

/** The other workers of this server, through its primary. */
export type Peers = {
  /** Resolves when the other workers show public content as of this version. */
  showVersion(version: number): Promise<void>
  /** `show` makes this worker show public content as of a version. Resolves when it is called for every write from now on. */
  onVersion(show: (version: number) => Promise<void>): Promise<void>
  /** The same counter for all workers: each adds what the others counted, within `countsMs`. */
  share<Shared extends Counter>(name: string, counter: Shared): Shared
  /** The metrics of all workers as text, for the metrics of this one (`read`). */
  metrics(read: () => Promise<unknown>): (() => Promise<string>) | null
}

/** A server of one process. */
export const noPeers: Peers = {
  showVersion: async () => undefined,
  onVersion: async () => undefined,
  share: (_, counter) => counter,
  metrics: () => null,
}

/** The peers of a worker. */
export function peersOf(primary: Channel): Peers {
  let asked = 0
  let shown: Promise<unknown> = Promise.resolve()
  const counters = new Map<string, Counter>()
  primary.on<{ name: string; counts: Counts }>('counted', ({ name, counts }) => {
    for (const [key, count] of counts) counters.get(name)?.add(key, count)
  })

  return {
    async showVersion(version) {
      if (version > asked) {
        asked = version
        // The primary waits for the others that long, and then answers.
        shown = primary.ask('show version', version, 2 * refreshMs)
      }
      await shown
    },
    async onVersion(show) {
      primary.on('show version', show)
      await primary.ask('watching', null, startMs)
    },
    share(name, counter) {
      counters.set(name, counter)
      let counted = new Map<string, number>()
      const send = () => {
        primary.tell('counted', { name, counts: [...counted] })
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
    metrics(read) {
      primary.on('metrics', read)
      return () => primary.ask('all metrics', null, 2 * metricsMs)
    },
  }
}
