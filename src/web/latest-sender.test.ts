import { expect, it, vi } from 'vitest'
import { createLatestSender } from './latest-sender.ts'

/** A fake server that responds only when the test calls `answer`. */
function slowServer() {
  const asked: [string, number][] = []
  const answers: (() => void)[] = []
  const send = vi.fn((id: string, value: number) => {
    asked.push([id, value])
    return new Promise<void>((resolve) => answers.push(resolve))
  })
  const answer = async () => {
    answers.shift()?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { asked, send, answer }
}

it('sends one request at a time per item, and then only the latest value', async () => {
  const { asked, send, answer } = slowServer()
  const sendLatest = createLatestSender(send)
  for (const value of [1, 0, -1, 0, 1]) sendLatest('a', value)
  expect(asked).toEqual([['a', 1]])
  await answer()
  expect(asked).toEqual([
    ['a', 1],
    ['a', 1],
  ])
  await answer()
  sendLatest('a', 0)
  expect(asked).toHaveLength(3)
})

it('sends the values of different items concurrently', () => {
  const { asked, send } = slowServer()
  const sendLatest = createLatestSender(send)
  sendLatest('a', 1)
  sendLatest('b', 1)
  expect(asked).toEqual([
    ['a', 1],
    ['b', 1],
  ])
})
