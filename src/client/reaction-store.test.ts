import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '#test/fake-storage.ts'
import { forgetReactions, reactionOf } from '#ui/reactions.ts'
import { createQueryClient } from './query-client.ts'
import { createReactionStore } from './reaction-store.ts'

beforeEach(() => void fakeStorage('localStorage'))
afterEach(() => {
  forgetReactions()
  vi.unstubAllGlobals()
})

/** A store whose server responds only when the test calls `respond`. */
function storeOfSlowServer() {
  const sent: [string, number][] = []
  const waiting: PromiseWithResolvers<void>[] = []
  const store = createReactionStore(
    {
      kind: 'vote',
      texts: { purpose: '', nextStep: '', done: '' },
      hintPrefix: 'prompt_vote_',
      readValues: async () => ({}),
      storeValue(id, value) {
        sent.push([id, value])
        const response = Promise.withResolvers<void>()
        waiting.push(response)
        return response.promise
      },
    },
    { queryClient: createQueryClient(), onStored: () => {}, onRefused: () => {} },
  )
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  const respond = async () => {
    waiting.shift()?.resolve()
    await settle()
  }
  return { store, sent, settle, respond }
}

it('sends one request at a time per item, and then only the latest reaction', async () => {
  const { store, sent, settle, respond } = storeOfSlowServer()
  store.set('a', 1)
  await settle()
  for (const value of [0, -1, 0, -1]) store.set('a', value)
  await settle()
  expect(sent).toEqual([['a', 1]])
  await respond()
  expect(sent.slice(1)).toEqual([['a', -1]])
  await respond()
  store.set('a', 0)
  await settle()
  expect(sent).toHaveLength(3)
})

it('sends the reactions to different items concurrently', async () => {
  const { store, sent, settle } = storeOfSlowServer()
  store.set('a', 1)
  store.set('b', 1)
  await settle()
  expect(sent).toEqual([
    ['a', 1],
    ['b', 1],
  ])
})

it('sends without a connection too, so that the failure is reported', async () => {
  const { onlineManager } = await import('@tanstack/react-query')
  onlineManager.setOnline(false)
  const { store, sent, settle } = storeOfSlowServer()
  store.set('a', 1)
  await settle()
  onlineManager.setOnline(true)
  expect(sent).toEqual([['a', 1]])
})

it.each([
  [0, 1, 1],
  [0, -1, -1],
  [1, 1, 0],
  [1, -1, -1],
  [-1, -1, 0],
  [-1, 1, 1],
])('with a reaction of %i, pressing button %i results in a reaction of %i', (before, button, after) => {
  const { store } = storeOfSlowServer()
  store.set('a', before)
  expect(reactionOf('vote', 'a')).toBe(before)
  expect(store.valueAfterPress('a', button)).toBe(after)
})
