import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createWindowCounter } from '../../http/request-limit.ts'
import { figuresMs } from '../../telemetry/site-figures.ts'
import type { Channel } from './channel.ts'
import { allMetricsMs, type Counts, metricsMs, noPeers, peersOf } from './peers.ts'

type SharedCounts = { name: string; counts: Counts }

/**
 * Imitates the primary. `channelOf`: the channel to it that a worker with this index uses. Notifications are passed on
 * to the other workers, and `calls` records the calls. `replyLater` delays the replies until a promise resolves.
 */
function createPrimary() {
  const handlers: Map<string, (data: never) => unknown>[] = []
  const calls: unknown[] = []
  let reply = Promise.resolve()
  const channelOf = (own: number): Channel => {
    handlers[own] = new Map()
    return {
      call: async <Reply>(call: string, data: unknown) => {
        calls.push([call, data])
        await reply
        return undefined as Reply
      },
      notify(call, data) {
        for (const [index, other] of handlers.entries()) if (index !== own) other.get(call)?.(data as never)
      },
      on: (call, handle) => void handlers[own]?.set(call, handle as (data: never) => unknown),
    }
  }
  return {
    calls,
    channelOf,
    replyLater: (later: Promise<void>) => {
      reply = later
    },
  }
}

describe('counts of several workers', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    return () => vi.useRealTimers()
  })

  it('add up to one limit', () => {
    const { channelOf } = createPrimary()
    const counters = [0, 1].map((own) =>
      peersOf(channelOf(own), 1).share(
        'requests',
        createWindowCounter(4, () => 0),
      ),
    )
    for (const counter of counters) for (let n = 0; n < 2; n++) counter.add('192.0.2.1')
    expect(counters.map((counter) => counter.msToWait('192.0.2.1'))).toEqual([0, 0])
    vi.advanceTimersByTime(250)
    expect(counters.map((counter) => counter.msToWait('192.0.2.1'))).toEqual([60_000, 60_000])
    expect(counters.map((counter) => counter.msToWait('192.0.2.2'))).toEqual([0, 0])
  })

  it('are passed on only once', () => {
    const { channelOf } = createPrimary()
    const received: SharedCounts[] = []
    channelOf(0).on<SharedCounts>('counted', (counted) => received.push(counted))
    const counter = peersOf(channelOf(1), 1).share(
      'pages',
      createWindowCounter(100, () => 0),
    )
    counter.add('192.0.2.1')
    counter.add('192.0.2.1')
    counter.add('192.0.2.2')
    vi.advanceTimersByTime(10_000)
    expect(received).toEqual([
      {
        name: 'pages',
        counts: [
          ['192.0.2.1', 2],
          ['192.0.2.2', 1],
        ],
      },
    ])
  })
})

describe('a new version of public content', () => {
  it('is shown by the other workers before the response to the write, and is sent to them only once', async () => {
    const { calls, channelOf, replyLater } = createPrimary()
    const { promise, resolve } = Promise.withResolvers<void>()
    replyLater(promise)
    const peers = peersOf(channelOf(0), 1)
    const order: string[] = []
    const both = [7, 7].map((version) => peers.showVersion(version).then(() => order.push('answered')))
    await Promise.resolve()
    order.push('shown')
    resolve()
    await Promise.all(both)
    await peers.showVersion(6)
    expect(order).toEqual(['shown', 'answered', 'answered'])
    expect(calls).toEqual([['show version', 7]])
  })
})

it('a worker has more time for its metrics than reading the site’s figures may take, and all workers together have less time than Prometheus waits', () => {
  expect(metricsMs).toBeGreaterThan(figuresMs)
  expect(allMetricsMs).toBeGreaterThan(metricsMs)
  expect(allMetricsMs).toBeLessThan(10_000)
})

it('only the first worker, or the only process, reports what is the same in all processes', () => {
  const { channelOf } = createPrimary()
  expect([1, 2].map((number) => peersOf(channelOf(0), number).isFirst)).toEqual([true, false])
  expect(noPeers.isFirst).toBe(true)
})

it('a server with one process shares nothing', async () => {
  const counter = createWindowCounter(2, () => 0)
  expect(noPeers.share('requests', counter)).toBe(counter)
  await noPeers.showVersion(1)
  expect(noPeers.shareMetrics(async () => [])).toBeNull()
})
