import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Api } from '#client/api.ts'
import { createQueryClient } from '#client/query-client.ts'
import { fakeStorage } from '#test/fake-storage.ts'
import { forgetReactions, reactionOf } from '#ui/reactions.ts'
import { createOwnFavorites } from './own-favorites.ts'

let stored: Map<string, string>
beforeEach(() => {
  stored = fakeStorage('localStorage')
})
afterEach(() => {
  forgetReactions()
  vi.unstubAllGlobals()
})

/** Sets up a browser with a mocked server. */
function openBrowser() {
  const api = vi.fn<(...call: unknown[]) => Promise<unknown>>()
  const onRefused = vi.fn()
  const queryClient = createQueryClient()
  const favorites = createOwnFavorites({
    api: api as unknown as Api,
    queryClient,
    onStored: () => {},
    onRefused,
  })
  return {
    favorites,
    api,
    onRefused,
    queryClient,
    waitForRequests: () => new Promise((resolve) => setTimeout(resolve)),
  }
}

describe('a saved prompt', () => {
  it('stays saved if the response to a request that began before the save doesn’t include it', async () => {
    const { favorites, api, waitForRequests } = openBrowser()
    const response = Promise.withResolvers<unknown>()
    api.mockReturnValueOnce(response.promise)
    const reading = favorites.read(['one', 'other'])
    api.mockResolvedValueOnce({})
    favorites.set('one', 1)
    await waitForRequests()
    response.resolve({ favorites: { other: true } })
    await reading
    expect([reactionOf('favorite', 'one'), reactionOf('favorite', 'other')]).toEqual([1, 1])
    expect(stored.get('favorite_one')).toBe('true')
  })

  it('appears in a list that was opened before the server had stored it', async () => {
    const { favorites, api, queryClient, waitForRequests } = openBrowser()
    api.mockResolvedValue({})
    favorites.set('one', 1)
    const readList = vi.fn(async () => ({ items: [] as { id: string }[] }))
    readList.mockImplementationOnce(() => new Promise(() => {}))
    const options = { queryKey: ['/api/favorites', {}], queryFn: readList }
    const observer = new QueryObserver(queryClient, options)
    const unsubscribe = observer.subscribe(() => {})
    await waitForRequests()
    await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true)
    expect(readList).toHaveBeenCalledTimes(2)
    readList.mockResolvedValue({ items: [{ id: 'one' }] })
    await observer.refetch()
    favorites.set('one', 0)
    await waitForRequests()
    favorites.set('one', 1)
    await waitForRequests()
    expect(readList, 'a list that contains the prompt isn’t requested again').toHaveBeenCalledTimes(3)
    unsubscribe()
  })

  it('is shown as unsaved again, and the error is reported, if the server can’t store it', async () => {
    const { favorites, api, onRefused, waitForRequests } = openBrowser()
    const error = new Error('There is no such prompt.')
    api.mockRejectedValueOnce(error)
    favorites.set('one', 1)
    await waitForRequests()
    expect(reactionOf('favorite', 'one')).toBe(0)
    expect(stored.has('favorite_one')).toBe(false)
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(error, { kind: 'favorite', id: 'one', value: 1 })
  })

  it('saved in another tab is shown as saved again if unsaving it in this tab fails', async () => {
    const { favorites, api, waitForRequests } = openBrowser()
    api.mockResolvedValueOnce({ favorites: {} })
    await favorites.read(['one'])
    stored.set('favorite_one', 'true')
    favorites.adopt('one', 'true')
    api.mockRejectedValueOnce(new Error('The database is down.'))
    favorites.set('one', 0)
    await waitForRequests()
    expect([reactionOf('favorite', 'one'), stored.get('favorite_one')]).toEqual([1, 'true'])
  })

  it('saved in another tab during a read stays saved if the response doesn’t include it', async () => {
    const { favorites, api } = openBrowser()
    const response = Promise.withResolvers<unknown>()
    api.mockReturnValueOnce(response.promise)
    const reading = favorites.read(['one'])
    favorites.adopt('one', 'true')
    response.resolve({ favorites: {} })
    await reading
    expect(reactionOf('favorite', 'one')).toBe(1)
  })
})
