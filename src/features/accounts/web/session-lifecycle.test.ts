import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#client/api-error.ts'
import type { User } from '#features/accounts/contract.ts'

const user: User = {
  id: '1',
  username: 'marta_ilk',
  email: 'marta@example.org',
  credits: 0,
  role: 'user',
  emailVerified: true,
  createdAt: '2026-11-20T09:30:00.000Z',
  language: null,
  hasGroups: false,
}
const notSignedIn = new ApiError(401, 'authentication_required', 'Please sign in first.')

/** Imitates storage as browsers implement it: `Object.keys` returns the keys of its entries. */
function storageOf(entries: object = {}) {
  const methods = {
    getItem(key: string) {
      return Object.hasOwn(this, key) ? Reflect.get(this, key) : null
    },
    setItem(key: string, value: string) {
      Reflect.set(this, key, value)
    },
    removeItem(key: string) {
      Reflect.deleteProperty(this, key)
    },
  }
  return Object.assign(Object.create(methods), entries) as Storage
}

/** Imitates a browser tab: its storage, its page, and a server with mocked responses. */
async function openTab({ local = {}, session = {}, path = '/prompts' } = {}) {
  const localStorage = storageOf(local)
  const sessionStorage = storageOf(session)
  const eventTarget = new EventTarget()
  const toggleAttribute = vi.fn()
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('sessionStorage', sessionStorage)
  vi.stubGlobal('window', eventTarget)
  vi.stubGlobal('document', { documentElement: { toggleAttribute }, referrer: '' })
  vi.stubGlobal('location', { origin: 'https://site.example' })
  vi.resetModules()
  const [store, lifecycle, connect, actions] = await Promise.all([
    import('./session-store.ts'),
    import('./session-lifecycle.ts'),
    import('./connect-session.ts'),
    import('./pending-action.ts'),
  ])
  const api = vi.fn<(endpoint: string, options: object) => Promise<unknown>>()
  const queryClient = { removeQueries: vi.fn(), invalidateQueries: vi.fn() }
  const navigationListeners: ((event: object) => void)[] = []
  const router = {
    options: { context: { api, queryClient } },
    state: { location: { pathname: path, searchStr: '' } },
    subscribe: (_: string, listener: (event: object) => void) => {
      navigationListeners.push(listener)
      return () => undefined
    },
  } as never
  const settle = async () => {
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(0)
  }
  return {
    localStorage,
    sessionStorage,
    api,
    queryClient,
    state: () => store.readSession().state,
    session: store.readSession,
    watch: store.onSessionChange,
    ...lifecycle,
    begin: (as = user) => lifecycle.beginSession(router, as),
    actions,
    isMarkedSignedIn: () => toggleAttribute.mock.lastCall?.[1],
    async start() {
      connect.connectSession(router)
      await settle()
    },
    async open(pathname: string, searchStr = '') {
      Object.assign((router as { state: { location: object } }).state.location, { pathname, searchStr })
      for (const listener of navigationListeners) listener({ fromLocation: {}, pathChanged: true })
      await settle()
    },
    async dispatch(name: string, event: object = {}) {
      eventTarget.dispatchEvent(Object.assign(new Event(name), event))
      await settle()
    },
    async expire(requestedAt?: number) {
      connect.onSessionExpired(notSignedIn, requestedAt ?? Date.now())
      await settle()
    },
  }
}

const withHint = { local: { isLoggedIn: 'true' } }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('who is signed in', () => {
  it('is not requested if neither isLoggedIn nor hasAttemptedLogin is stored', async () => {
    const tab = await openTab()
    expect(tab.state()).toBe('loading')
    await tab.start()
    await tab.open('/tools')
    expect(tab.state()).toBe('signedOut')
    expect(tab.api).not.toHaveBeenCalled()
    expect(tab.isMarkedSignedIn()).toBe(false)
  })

  describe('is requested because of', () => {
    it.each([
      ['the hint in local storage', withHint],
      ['the attempted login in session storage', { session: { hasAttemptedLogin: 'true' } }],
    ])('%s', async (_, flags) => {
      const tab = await openTab(flags)
      tab.api.mockResolvedValue(user)
      await tab.start()
      expect(tab.session()).toEqual({ state: 'signedIn', user })
      expect(tab.api).toHaveBeenCalledExactlyOnceWith('GET /api/user', { fresh: true })
      expect(tab.localStorage.getItem('isLoggedIn')).toBe('true')
      expect(tab.sessionStorage.getItem('hasAttemptedLogin')).toBeNull()
      expect(tab.isMarkedSignedIn()).toBe(true)
    })
  })

  it('is nobody when the server returns 401, and both flags are removed', async () => {
    const tab = await openTab({ ...withHint, session: { hasAttemptedLogin: 'true' } })
    tab.api.mockRejectedValue(notSignedIn)
    await tab.start()
    expect(tab.state()).toBe('signedOut')
    expect(tab.localStorage.getItem('isLoggedIn')).toBeNull()
    expect(tab.sessionStorage.getItem('hasAttemptedLogin')).toBeNull()
  })

  describe('is nobody when the response has', () => {
    it.each(['id', 'username', 'email'])('no %s', async (field) => {
      const tab = await openTab(withHint)
      tab.api.mockResolvedValue({ ...user, [field]: undefined })
      await tab.start()
      expect(tab.state()).toBe('signedOut')
    })
  })

  it('stays unknown if the request fails, and is requested again when the network is back', async () => {
    const tab = await openTab(withHint)
    const failure = new ApiError(503, 'overloaded', 'The database is unavailable.')
    tab.api.mockRejectedValueOnce(failure).mockResolvedValue(user)
    await tab.start()
    expect(tab.session()).toMatchObject({ state: 'loading', failure })
    expect(tab.localStorage.getItem('isLoggedIn')).toBe('true')
    await tab.dispatch('online')
    expect(tab.state()).toBe('signedIn')
  })

  it('is requested only once for simultaneous callers', async () => {
    const tab = await openTab(withHint)
    tab.api.mockResolvedValue(user)
    await tab.start()
    await Promise.all([tab.refreshUser(), tab.refreshUser()])
    // The first request was made at the start.
    expect(tab.api).toHaveBeenCalledTimes(2)
  })

  it('is requested again on navigation if the response is 5 min old, or 30 s for protected pages', async () => {
    const tab = await openTab(withHint)
    tab.api.mockResolvedValue(user)
    await tab.start()
    vi.advanceTimersByTime(5 * 60_000 - 1)
    await tab.open('/tools')
    expect(tab.api).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    await tab.open('/prompts')
    expect(tab.api).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(29_999)
    tab.refreshIfOlder(tab.userMaxAge.protectedMs)
    expect(tab.api).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(1)
    tab.refreshIfOlder(tab.userMaxAge.protectedMs)
    expect(tab.api).toHaveBeenCalledTimes(3)
  })
})

describe('a session', () => {
  it('clears the user, flags and all personal data when it ends', async () => {
    const memberData = {
      genie_vote_cache_1: 'a',
      favorite_1: 'b',
      prompt_vote_1: 'c',
      copy_timestamp_1: 'd',
      worksheet_draft_1: 'e',
    }
    const tab = await openTab({
      local: { ...memberData, theme: 'dark' },
      session: { ...memberData, 'home-data': '{}' },
    })
    await tab.start()
    tab.begin()
    tab.endSession({ byLogout: true })
    expect(tab.state()).toBe('signedOut')
    expect(Object.keys(tab.localStorage)).toEqual(['theme'])
    expect(Object.keys(tab.sessionStorage)).toEqual(['home-data', 'previousUrl'])
    expect(tab.isMarkedSignedIn()).toBe(false)
    const { predicate } = tab.queryClient.removeQueries.mock.lastCall?.[0] ?? {}
    const isPersonal = (path: string) => predicate({ queryKey: [path] })
    expect(['/api/user', '/api/user/sessions', '/api/favorites', '/api/votes'].every(isPersonal)).toBe(true)
    expect(['/api/users/{username}', '/api/prompts', '/api/home'].some(isPersonal)).toBe(false)
    expect(tab.queryClient.invalidateQueries).toHaveBeenCalledExactlyOnceWith()
  })

  it('that has ended is not restored by a response to an earlier request', async () => {
    const tab = await openTab()
    await tab.start()
    tab.begin()
    let respond = (_: unknown) => {}
    tab.api.mockReturnValue(
      new Promise((resolve) => {
        respond = resolve
      }),
    )
    const refresh = tab.refreshUser()
    await vi.advanceTimersByTimeAsync(0)
    tab.endSession()
    respond(user)
    await refresh
    expect(tab.state()).toBe('signedOut')
    expect(tab.localStorage.getItem('isLoggedIn')).toBeNull()
  })

  it('isn’t ended by the failure of a request from before the sign-in', async () => {
    const tab = await openTab({ path: '/auth/return/oidc' })
    await tab.start()
    const requestedAt = Date.now()
    await vi.advanceTimersByTimeAsync(200)
    tab.begin()
    await tab.expire(requestedAt)
    expect(tab.state()).toBe('signedIn')
    await tab.expire()
    expect(tab.state()).toBe('signedOut')
  })

  it('that expires is reported to listeners only once', async () => {
    const tab = await openTab()
    await tab.start()
    tab.begin()
    const states: string[] = []
    tab.watch(({ state }) => states.push(state))
    await tab.expire()
    await tab.expire()
    expect(states).toEqual(['signedOut'])
  })
})

describe('two tabs', () => {
  it('agree on a login and a logout', async () => {
    const tab = await openTab()
    await tab.start()
    tab.api.mockResolvedValue(user)
    await tab.dispatch('storage', { key: 'isLoggedIn', newValue: 'true' })
    expect(tab.session()).toEqual({ state: 'signedIn', user })
    await tab.dispatch('storage', { key: 'theme', newValue: null })
    expect(tab.state()).toBe('signedIn')
    await tab.dispatch('storage', { key: 'isLoggedIn', newValue: null })
    expect(tab.state()).toBe('signedOut')
  })

  it.each([
    ['keeps this tab’s pending action if this tab is on the login page', '/auth', 'an action'],
    ['drops this tab’s pending action if this tab is on another page', '/prompts', null],
  ])('a login in the other tab %s', async (_, path, stored) => {
    const tab = await openTab({ path, session: { pendingAction: 'an action' } })
    await tab.start()
    tab.api.mockResolvedValue(user)
    await tab.dispatch('storage', { key: 'isLoggedIn', newValue: 'true' })
    expect(tab.sessionStorage.getItem('pendingAction')).toBe(stored)
  })

  it('agree that nobody is signed in after all storage was cleared', async () => {
    const tab = await openTab()
    await tab.start()
    tab.begin()
    await tab.dispatch('storage', { key: null, newValue: null })
    expect(tab.state()).toBe('signedOut')
  })
})

describe('a pending action', () => {
  const action = { kind: 'vote', data: 'up', purpose: 'vote', nextStep: 'Your vote is cast.' }
  const otherUser = { ...user, id: '2', username: 'tomas' }

  it.each([
    ['done for the same member', user, 'up'],
    ['not done for another member', otherUser, undefined],
  ])('of a member whose session ended is %s', async (_, nextUser, data) => {
    const tab = await openTab({ ...withHint, path: '/auth' })
    tab.api.mockResolvedValueOnce(user)
    await tab.start()
    await tab.expire()
    tab.actions.storePendingAction(action)
    tab.begin(nextUser)
    expect(tab.actions.takePendingAction('vote')).toBe(data)
    expect(tab.sessionStorage.getItem('pendingAction')).toBeNull()
  })

  it('of a visitor is done for the next member who signs in, and not for a later one', async () => {
    for (const [nextUser, data] of [
      [user, 'up'],
      [otherUser, undefined],
    ] as const) {
      const tab = await openTab({ path: '/auth' })
      await tab.start()
      tab.actions.storePendingAction(action)
      tab.begin(user)
      await tab.expire()
      tab.begin(nextUser)
      expect(tab.actions.takePendingAction('vote')).toBe(data)
    }
  })

  it('started after a logout is done for the next member who signs in', async () => {
    const tab = await openTab({ path: '/auth' })
    await tab.start()
    tab.begin()
    tab.endSession({ byLogout: true })
    tab.actions.storePendingAction(action)
    tab.begin(otherUser)
    expect(tab.actions.takePendingAction('vote')).toBe('up')
  })
})

describe('the address to return to', () => {
  it('is the last page other than /, /404 and the login pages, with its query', async () => {
    const tab = await openTab({ path: '/prompt/cover-letter' })
    const previousUrl = () => tab.sessionStorage.getItem('previousUrl')
    await tab.start()
    expect(previousUrl()).toBe('/prompt/cover-letter')
    for (const path of ['/', '/404', '/auth', '/auth/reset']) await tab.open(path, '?token=secret')
    expect(previousUrl()).toBe('/prompt/cover-letter')
    await tab.open('/search', '?q=tea')
    expect(previousUrl()).toBe('/search?q=tea')
  })
})
