import { expect, it, vi } from 'vitest'
import { createLatestSender } from './latest-sender.ts'

/** A fake server that responds only when the test calls `respond`. */
function slowServer() {
  const sent: [string, number][] = []
  const waiting: (() => void)[] = []
  const send = vi.fn((id: string, value: number) => {
    sent.push([id, value])
    return new Promise<void>((resolve) => waiting.push(resolve))
  })
  const respond = async () => {
    waiting.shift()?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { sent, send, respond }
}

it('sends one request at a time per item, and then only the latest value', async () => {
  const { sent, send, respond } = slowServer()
  const sendLatest = createLatestSender(send)
  for (const value of [1, 0, -1, 0, 1]) sendLatest('a', value)
  expect(sent).toEqual([['a', 1]])
  await respond()
  expect(sent).toEqual([
    ['a', 1],
    ['a', 1],
  ])
  await respond()
  sendLatest('a', 0)
  expect(sent).toHaveLength(3)
})

it('sends the values of different items concurrently', () => {
  const { sent, send } = slowServer()
  const sendLatest = createLatestSender(send)
  sendLatest('a', 1)
  sendLatest('b', 1)
  expect(sent).toEqual([
    ['a', 1],
    ['b', 1],
  ])
})
