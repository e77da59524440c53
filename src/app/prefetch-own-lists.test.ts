import { environmentManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApi } from '#client/api.ts'
import { createQueryClient } from '#client/query-client.ts'
import { setSession } from '#features/accounts/web/session-store.ts'
import { errorReply, fakeTransport, jsonReply } from '#test/fakes/transport.ts'
import { prefetchOwnLists } from './prefetch-own-lists.ts'

const user = {
  id: '01990000-0000-7000-8000-00000000000a',
  username: 'ada',
  email: 'ada@example.org',
  credits: 30,
  role: 'user' as const,
  emailVerified: true,
  createdAt: '2026-11-20T09:30:00.000Z',
  language: null,
  hasGroups: false,
}

beforeEach(() => {
  environmentManager.setIsServer(() => false)
  // `setSession` toggles an attribute of the document.
  vi.stubGlobal('document', { documentElement: { toggleAttribute: () => true } })
})
afterEach(() => {
  setSession({ state: 'signedOut', user: null })
  vi.unstubAllGlobals()
  environmentManager.setIsServer(() => true)
})

async function requestedPathsAt(pathname: string, reply = jsonReply({ items: [], nextCursor: null, total: 0 })) {
  const transport = fakeTransport(reply)
  await prefetchOwnLists(pathname, createQueryClient(), createApi({ fetch: transport }))
  return transport.sent.map(({ path }) => path.split('?')[0])
}

describe('the member’s own lists', () => {
  it('are each prefetched only on their own page', async () => {
    setSession({ state: 'signedIn', user })
    expect(await requestedPathsAt('/my-prompts')).toEqual(['/api/user/prompts'])
    expect(await requestedPathsAt('/favorites')).toEqual(['/api/favorites'])
    expect(await requestedPathsAt('/')).toEqual([])
    expect(await requestedPathsAt('/prompts')).toEqual([])
  })

  it('are not prefetched for a visitor', async () => {
    expect(await requestedPathsAt('/my-prompts')).toEqual([])
  })

  it('cause no exception if prefetching them fails', async () => {
    setSession({ state: 'signedIn', user })
    expect(await requestedPathsAt('/my-prompts', errorReply(403, 'forbidden'))).toEqual(['/api/user/prompts'])
  })
})
