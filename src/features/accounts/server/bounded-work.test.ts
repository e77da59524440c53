import { describe, expect, it } from 'vitest'
import { boundWork } from './bounded-work.ts'

/** Work that ends when it is told to. */
function createWork() {
  const ends: (() => void)[] = []
  return {
    run: () => new Promise<void>((resolve) => ends.push(resolve)),
    running: () => ends.length,
    endOne: () => ends.shift()?.(),
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('bounded work', () => {
  it('runs so many at a time, lets so many wait, and turns the rest away', async () => {
    const inTurn = boundWork(2, 3)
    const work = createWork()
    const outcomes = Array.from({ length: 8 }, () =>
      inTurn(work.run).then(
        () => 'done',
        (error) => error.code,
      ),
    )
    await turn()
    expect(work.running()).toBe(2)
    expect(await Promise.all(outcomes.slice(5))).toEqual(['overloaded', 'overloaded', 'overloaded'])
    for (let ended = 0; ended < 5; ended++) {
      expect(work.running()).toBe(Math.min(2, 5 - ended))
      work.endOne()
      await turn()
    }
    expect(await Promise.all(outcomes.slice(0, 5))).toEqual(['done', 'done', 'done', 'done', 'done'])
  })

  it('gives a turn on after a failure', async () => {
    const inTurn = boundWork(1, 1)
    await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await inTurn(async () => 'fine')).toBe('fine')
  })
})
