import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Channel } from './channel.ts'
import { type ConnectedWorker, relayCalls } from './relay.ts'

/**
 * Creates a primary with two workers. `calls`: the calls that it has made to the workers. `send`: makes a call from a
 * worker.
 */
function createPrimary() {
  const calls: [number: number, call: string, data: unknown][] = []
  const handlers: Record<number, Map<string, (data: never) => unknown>> = { 1: new Map(), 2: new Map() }
  const workers = [1, 2].map((number): ConnectedWorker => {
    const channel: Channel = {
      call: async <Reply>(call: string, data: unknown) => {
        calls.push([number, call, data])
        return undefined as Reply
      },
      notify: () => undefined,
      on: (call, handle) => void handlers[number]?.set(call, handle as (data: never) => unknown),
    }
    return { number, channel, isWatching: false, isReady: false }
  })
  const relay = relayCalls(new Set(workers), pino({ level: 'silent' }))
  for (const worker of workers) relay(worker, () => 0)
  return { calls, send: (number: number, call: string, data?: unknown) => handlers[number]?.get(call)?.(data as never) }
}

it('a worker that watches for changes receives them even while it is still starting', async () => {
  const { calls, send } = createPrimary()
  await send(1, 'watching')
  await send(1, 'show version', 4)
  expect(calls).toEqual([])
  await send(2, 'watching')
  await send(1, 'show version', 5)
  expect(calls).toEqual([[2, 'show version', 5]])
})
