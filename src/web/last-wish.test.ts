import { expect, it, vi } from 'vitest'
import { createLastWish } from './last-wish.ts'

/** A server that answers when told. */
function slowServer() {
  const asked: [string, number][] = []
  const answers: (() => void)[] = []
  const send = vi.fn((id: string, wish: number) => {
    asked.push([id, wish])
    return new Promise<void>((resolve) => answers.push(resolve))
  })
  const answer = async () => {
    answers.shift()?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { asked, send, answer }
}

it('who presses in a hurry has one request under way, then the last wish follows', async () => {
  const { asked, send, answer } = slowServer()
  const wish = createLastWish(send)
  for (const value of [1, 0, -1, 0, 1]) wish('a', value)
  expect(asked).toEqual([['a', 1]])
  await answer()
  expect(asked).toEqual([
    ['a', 1],
    ['a', 1],
  ])
  await answer()
  wish('a', 0)
  expect(asked).toHaveLength(3)
})

it('things don’t wait for each other', () => {
  const { asked, send } = slowServer()
  const wish = createLastWish(send)
  wish('a', 1)
  wish('b', 1)
  expect(asked).toEqual([
    ['a', 1],
    ['b', 1],
  ])
})
