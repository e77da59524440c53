import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeStorage } from '#test/fake-storage.ts'
import { forgetMarks, markOf } from '#ui/marks.ts'
import type { Api } from '#web/api.ts'
import { createQueryClient } from '#web/query-client.ts'
import { createOwnFavourites } from './own-favourites.ts'

let stored: Map<string, string>
beforeEach(() => {
  stored = fakeStorage('localStorage')
})
afterEach(() => {
  forgetMarks()
  vi.unstubAllGlobals()
})

/** A browser whose server answers as told. */
function open() {
  const api = vi.fn<(...call: unknown[]) => Promise<unknown>>()
  const refused = vi.fn()
  const favourites = createOwnFavourites({ api: api as unknown as Api, queryClient: createQueryClient(), refused })
  return { favourites, api, refused, settled: () => new Promise((resolve) => setTimeout(resolve)) }
}

describe('what one has saved', () => {
  it('that is saved while it is asked for stays saved', async () => {
    const { favourites, api, settled } = open()
    const asked = Promise.withResolvers<unknown>()
    api.mockReturnValueOnce(asked.promise)
    const reading = favourites.read(['one', 'other'])
    api.mockResolvedValueOnce({})
    favourites.say('one', 1)
    await settled()
    asked.resolve({ favorites: { other: true } })
    await reading
    expect([markOf('favourite', 'one'), markOf('favourite', 'other')]).toEqual([1, 1])
    expect(stored.get('favorite_one')).toBe('true')
  })

  it('and could not be stored is taken back, and told', async () => {
    const { favourites, api, refused, settled } = open()
    const error = new Error('There is no such prompt.')
    api.mockRejectedValueOnce(error)
    favourites.say('one', 1)
    await settled()
    expect(markOf('favourite', 'one')).toBe(0)
    expect(stored.has('favorite_one')).toBe(false)
    expect(refused).toHaveBeenCalledExactlyOnceWith(error, { kind: 'favourite', id: 'one', value: 1 })
  })
})
