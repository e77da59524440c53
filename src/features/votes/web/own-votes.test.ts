import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Api } from '#client/api.ts'
import { createQueryClient } from '#client/query-client.ts'
import { fakeStorage } from '#test/fake-storage.ts'
import { makeCard } from '#test/make-home.ts'
import { forgetReactions, reactionOf } from '#ui/reactions.ts'
import { createOwnVotes } from './own-votes.ts'

const card = { ...makeCard('a-prompt'), votes: { up: 3, down: 1 } }
const { id } = card
/** The storage key of the tally in the last response to a vote. The name comes from the specification. */
const tallyKey = `genie_vote_cache_${id}`

let storage: Map<string, string>
beforeEach(() => {
  storage = fakeStorage('localStorage')
})
afterEach(() => {
  forgetReactions()
  vi.unstubAllGlobals()
})

/** Sets up a browser that shows the prompt, with a mocked server. */
function openBrowser() {
  const queryClient = createQueryClient()
  queryClient.setQueryData(['page'], card)
  const api = vi.fn<(...call: unknown[]) => Promise<unknown>>()
  const onRefused = vi.fn()
  const onStored = vi.fn()
  const votes = createOwnVotes({ api: api as unknown as Api, queryClient, onStored, onRefused })
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  const readTally = () => queryClient.getQueryData<typeof card>(['page'])?.votes
  return { votes, api, onStored, onRefused, settle, readTally, queryClient }
}

describe('a vote', () => {
  it('is shown immediately, and updated by the server’s response', async () => {
    const { votes, api, onStored, settle, readTally } = openBrowser()
    api.mockResolvedValue({ promptId: id, value: 1, votes: { up: 9, down: 1 } })
    votes.set(id, votes.valueAfterPress(id, 1))
    expect([reactionOf('vote', id), readTally()]).toEqual([1, { up: 4, down: 1 }])
    expect(onStored).not.toHaveBeenCalled()
    await settle()
    expect(api).toHaveBeenCalledExactlyOnceWith('POST /api/votes', { body: { promptId: id, value: 1 } })
    expect(onStored).toHaveBeenCalledExactlyOnceWith({ kind: 'vote', id })
    expect([reactionOf('vote', id), readTally()]).toEqual([1, { up: 9, down: 1 }])
    expect(storage.get(`prompt_vote_${id}`)).toBe('1')
  })

  it('is withdrawn by pressing the same button again, and changed by the other button', async () => {
    const { votes, api, settle, readTally } = openBrowser()
    api.mockImplementation(async (_, call) => {
      const { value } = (call as { body: { value: number } }).body
      return { value, votes: { up: 3 + Number(value === 1), down: 1 + Number(value === -1) } }
    })
    const states = []
    for (const button of [1, -1, -1]) {
      votes.set(id, votes.valueAfterPress(id, button))
      await settle()
      states.push([reactionOf('vote', id), readTally()])
    }
    expect(states).toEqual([
      [1, { up: 4, down: 1 }],
      [-1, { up: 3, down: 2 }],
      [0, { up: 3, down: 1 }],
    ])
    expect(storage.has(`prompt_vote_${id}`)).toBe(false)
  })

  it('that is refused is undone and reported', async () => {
    const { votes, api, onRefused, settle, readTally } = openBrowser()
    const error = new Error('You can’t vote on your own prompt.')
    api.mockRejectedValue(error)
    votes.set(id, 1)
    await settle()
    expect([reactionOf('vote', id), readTally()]).toEqual([0, card.votes])
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(error, { kind: 'vote', id, value: 1 })
    expect(storage.has(`prompt_vote_${id}`)).toBe(false)
  })

  it('from another tab is shown again if this tab’s change to it is refused', async () => {
    const { votes, api, settle } = openBrowser()
    api.mockResolvedValueOnce({ votes: {} })
    await votes.read([id])
    votes.adopt(id, '-1')
    api.mockRejectedValueOnce(new Error('The database is down.'))
    votes.set(id, votes.valueAfterPress(id, 1))
    await settle()
    expect([reactionOf('vote', id), storage.get(`prompt_vote_${id}`)]).toEqual([-1, '-1'])
  })
})

describe('own votes', () => {
  it('come from the server, not from what the browser stored', async () => {
    const { votes, api } = openBrowser()
    storage.set(`prompt_vote_${id}`, '1').set('prompt_vote_other', '-1')
    api.mockResolvedValue({ votes: { other: 1 } })
    await votes.read([id, 'other'])
    expect([reactionOf('vote', id), reactionOf('vote', 'other')]).toEqual([0, 1])
    expect([...storage]).toEqual([['prompt_vote_other', '1']])
  })

  it('that are cast during a read aren’t overwritten by its response', async () => {
    const { votes, api, settle } = openBrowser()
    const response = Promise.withResolvers<unknown>()
    api.mockReturnValueOnce(response.promise)
    const reading = votes.read([id, 'other'])
    api.mockResolvedValueOnce({ value: 1, votes: { up: 4, down: 1 } })
    votes.set(id, 1)
    await settle()
    response.resolve({ votes: { other: -1 } })
    await reading
    expect([reactionOf('vote', id), reactionOf('vote', 'other')]).toEqual([1, -1])
    expect(storage.get(`prompt_vote_${id}`)).toBe('1')
  })

  it('from another tab, cast during a read, aren’t overwritten by its response', async () => {
    const { votes, api } = openBrowser()
    const response = Promise.withResolvers<unknown>()
    api.mockReturnValueOnce(response.promise)
    const reading = votes.read([id])
    votes.adopt(id, '1')
    response.resolve({ votes: {} })
    await reading
    expect(reactionOf('vote', id)).toBe(1)
  })

  it('are read with a stored tally, which replaces the tally of an older page, but not of a newer one', async () => {
    const { votes, api, readTally, queryClient } = openBrowser()
    api.mockResolvedValue({ votes: { [id]: 1 } })
    const storeTally = (at: number) => storage.set(tallyKey, JSON.stringify({ up: 5, down: 0, at }))
    const setPageReadAt = (at: number) => queryClient.setQueryData(['page'], card, { updatedAt: at })
    const now = Date.now()
    storeTally(now - 1000)
    setPageReadAt(now)
    await votes.read([id])
    expect(readTally()).toEqual(card.votes)
    setPageReadAt(now - 30_000)
    await votes.read([id])
    expect(readTally()).toEqual({ up: 5, down: 0 })
  })

  it.each(['no json', 'null', '{"up":"many"}'])('ignore and delete the invalid stored tally %s', async (hint) => {
    const { votes, api, readTally } = openBrowser()
    storage.set(tallyKey, hint)
    api.mockResolvedValue({ votes: {} })
    await votes.read([id])
    expect(readTally()).toEqual(card.votes)
    expect(storage.size).toBe(0)
  })
})
