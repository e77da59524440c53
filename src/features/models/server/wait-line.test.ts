import { expect, it } from 'vitest'
import { createWaitLine } from './wait-line.ts'

const still = new AbortController().signal

it('lets so many in at once; the next comes when one leaves', async () => {
  const line = createWaitLine({ atOnce: 1, waitingMax: 2, waitMs: 60_000 })
  const leave = await line.enter(still)
  const order: string[] = []
  const second = line.enter(still).then((next) => {
    order.push('second')
    return next
  })
  const third = line.enter(still).then(() => order.push('third'))
  await expect(line.enter(still)).rejects.toMatchObject({ code: 'overloaded' })
  leave()
  const leaveSecond = await second
  expect(order).toEqual(['second'])
  leaveSecond()
  await third
})

it('forgets who gives up waiting', async () => {
  const line = createWaitLine({ atOnce: 1, waitingMax: 1, waitMs: 60_000 })
  const leave = await line.enter(still)
  const impatient = new AbortController()
  const waiting = line.enter(impatient.signal)
  impatient.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  const next = line.enter(still)
  leave()
  await expect(next).resolves.toBeTypeOf('function')
})

it('sends away who waits too long, and forgets them', async () => {
  const line = createWaitLine({ atOnce: 1, waitingMax: 1, waitMs: 20 })
  const leave = await line.enter(still)
  await expect(line.enter(still)).rejects.toMatchObject({ code: 'overloaded' })
  leave()
  await expect(line.enter(still)).resolves.toBeTypeOf('function')
})
