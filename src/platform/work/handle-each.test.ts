import { describe, expect, it } from 'vitest'
import { handleEach } from './handle-each.ts'

const items = Array.from({ length: 25 }, (_, n) => n)
const read = async (last = -1) => items.filter((item) => item > last).slice(0, 10)

/** Handles the items, except those in `failing`. Returns those that were handled, and the error. */
async function run(failing: number[], error = new Error('no')) {
  const handled: number[] = []
  let calls = 0
  const handle = async (some: number[]) => {
    calls++
    if (some.some((item) => failing.includes(item))) throw error
    handled.push(...some)
  }
  const message = await handleEach({ read, handle, idOf: String }).then(
    () => null,
    (thrown) => thrown.message,
  )
  return { handled: handled.sort((a, b) => a - b), calls, message }
}

describe('handleEach', () => {
  it('handles all items in batches', async () => {
    expect(await run([])).toEqual({ handled: items, calls: 3, message: null })
  })

  it('handles all other items if some always fail, and then names these', async () => {
    const { handled, message } = await run([0, 13])
    expect(handled).toEqual(items.filter((item) => item !== 0 && item !== 13))
    expect(message).toBe('Failed for 0, 13: no')
    expect((await run(items)).message).toBe('Failed for 0, 1, 2, 3, 4 and 20 more: no')
  })

  it('ends immediately if the database can’t be reached', async () => {
    const lost = Object.assign(new Error('lost'), { code: '57P01' })
    expect(await run([0], lost)).toEqual({ handled: [], calls: 1, message: 'lost' })
  })
})
