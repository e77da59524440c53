import { describe, expect, it } from 'vitest'
import { AppError } from '#platform/errors.ts'
import { createBoundedQueue, createKeyedQueue, createWorkQueue } from './work-queue.ts'

/** Creates pieces of work that end when the test says so. */
function createWork() {
  const ends: (() => void)[] = []
  return {
    run: () => new Promise<void>((resolve) => ends.push(resolve)),
    countRunning: () => ends.length,
    endOne: () => ends.shift()?.(),
  }
}

const waitForEventLoopTurn = () => new Promise((resolve) => setImmediate(resolve))
const refusal = () => new AppError('overloaded', 'Too many.')

describe('a keyed queue', () => {
  it('runs work of one key in order, even after a failure or an idle time, and work of other keys concurrently', async () => {
    const inTurnOf = createKeyedQueue()
    const [mine, others] = [createWork(), createWork()]
    const failed = inTurnOf('a', () => mine.run().then(() => Promise.reject(new Error('no'))))
    const second = inTurnOf('a', mine.run)
    const other = inTurnOf('b', others.run)
    await waitForEventLoopTurn()
    expect([mine.countRunning(), others.countRunning()]).toEqual([1, 1])
    mine.endOne()
    await expect(failed).rejects.toThrow('no')
    await waitForEventLoopTurn()
    expect(mine.countRunning()).toBe(1)
    mine.endOne()
    others.endOne()
    await Promise.all([second, other])
    const third = inTurnOf('a', mine.run)
    await waitForEventLoopTurn()
    expect(mine.countRunning()).toBe(1)
    mine.endOne()
    await third
  })
})

describe('a work queue', () => {
  it('with a concurrency of 1 runs pieces of work one after the other, even after a failure', async () => {
    const inTurn = createWorkQueue(1)
    const order: string[] = []
    const first = inTurn(async () => {
      await waitForEventLoopTurn()
      order.push('first')
      throw new Error('no')
    })
    const second = inTurn(async () => order.push('second'))
    await expect(first).rejects.toThrow('no')
    await second
    expect(order).toEqual(['first', 'second'])
  })
})

describe('a bounded queue', () => {
  it('limits running and waiting work, and refuses more', async () => {
    const inTurn = createBoundedQueue({ concurrency: 2, waitingMax: 3, refusal })
    const work = createWork()
    const outcomes = Array.from({ length: 8 }, () =>
      inTurn(work.run).then(
        () => 'done',
        (error) => error.code,
      ),
    )
    await waitForEventLoopTurn()
    expect(work.countRunning()).toBe(2)
    expect(await Promise.all(outcomes.slice(5))).toEqual(['overloaded', 'overloaded', 'overloaded'])
    for (let ended = 0; ended < 5; ended++) {
      expect(work.countRunning()).toBe(Math.min(2, 5 - ended))
      work.endOne()
      await waitForEventLoopTurn()
    }
    expect(await Promise.all(outcomes.slice(0, 5))).toEqual(['done', 'done', 'done', 'done', 'done'])
  })

  it('runs the next piece of work after a failure', async () => {
    const inTurn = createBoundedQueue({ concurrency: 1, waitingMax: 1, refusal })
    await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await inTurn(async () => 'fine')).toBe('fine')
  })

  it('drops work whose caller stops waiting', async () => {
    const inTurn = createBoundedQueue({ concurrency: 1, waitingMax: 1, refusal })
    const work = createWork()
    const running = inTurn(work.run)
    const impatient = new AbortController()
    const waiting = inTurn(async () => 'never', impatient.signal)
    impatient.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    const next = inTurn(async () => 'next')
    work.endOne()
    await running
    expect(await next).toBe('next')
    await expect(inTurn(async () => 'late', impatient.signal)).rejects.toThrow('gone')
  })

  it('refuses work that waits too long', async () => {
    const inTurn = createBoundedQueue({ concurrency: 1, waitingMax: 1, waitMs: 20, refusal })
    const work = createWork()
    const running = inTurn(work.run)
    await expect(inTurn(async () => 'never')).rejects.toMatchObject({ code: 'overloaded' })
    work.endOne()
    await running
    expect(await inTurn(async () => 'next')).toBe('next')
  })

  it('doesn’t interrupt running work if its caller stops waiting', async () => {
    const inTurn = createBoundedQueue({ concurrency: 1, waitingMax: 1, waitMs: 20, refusal })
    const work = createWork()
    const caller = new AbortController()
    const running = inTurn(work.run, caller.signal).then(() => 'ended')
    caller.abort(new Error('gone'))
    await new Promise((resolve) => setTimeout(resolve, 40))
    work.endOne()
    expect(await running).toBe('ended')
  })
})
