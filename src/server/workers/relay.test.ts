import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Channel } from './channel.ts'
import { type Connected, relayCalls } from './relay.ts'

/** A primary with two workers. `calls`: what it asks of each; `send`: what a worker asks of it. */
function createPrimary() {
  const calls: [place: number, call: string, data: unknown][] = []
  const handlers: Record<number, Map<string, (data: never) => unknown>> = { 1: new Map(), 2: new Map() }
  const runs = [1, 2].map((place): Connected => {
    const channel: Channel = {
      ask: async <Answer>(call: string, data: unknown) => {
        calls.push([place, call, data])
        return undefined as Answer
      },
      tell: () => undefined,
      on: (call, handle) => void handlers[place]?.set(call, handle as (data: never) => unknown),
    }
    return { place, channel, isWatching: false, isReady: false }
  })
  const relay = relayCalls(new Set(runs), pino({ level: 'silent' }))
  for (const run of runs) relay(run, () => 0)
  return { calls, send: (place: number, call: string, data?: unknown) => handlers[place]?.get(call)?.(data as never) }
}

it('a worker that starts is told of changes before it is ready, since it may serve by then', async () => {
  const { calls, send } = createPrimary()
  await send(1, 'watching')
  await send(1, 'show version', 4)
  expect(calls).toEqual([])
  await send(2, 'watching')
  await send(1, 'show version', 5)
  expect(calls).toEqual([[2, 'show version', 5]])
})
