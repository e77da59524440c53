import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errorReply, fakeTransport, jsonReply } from '#test/fakes/transport.ts'
import { createApi } from './api.ts'
import { ApiError } from './api-error.ts'
import { createSessionWatch } from './session-watch.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const sessionEnded = new ApiError(401, 'authentication_required', 'Sign in.')

describe('the session-expired event', () => {
  it('is raised by a response with the code authentication_required', async () => {
    const raise = vi.fn()
    const api = createApi({ fetch: fakeTransport(errorReply(401, 'authentication_required')), onSessionExpired: raise })
    await expect(api('GET /api/home')).rejects.toMatchObject({ status: 401 })
    expect(raise).toHaveBeenCalledOnce()
  })

  it('is raised at most once per 10 s, however many calls fail', async () => {
    const raise = vi.fn()
    const watch = createSessionWatch(raise)
    watch('GET /api/favorites')(sessionEnded)
    watch('GET /api/votes')(sessionEnded)
    await vi.advanceTimersByTimeAsync(9_999)
    watch('GET /api/votes')(sessionEnded)
    expect(raise).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    watch('GET /api/votes')(sessionEnded)
    expect(raise).toHaveBeenCalledTimes(2)
  })

  it('contains the time when the request was sent', async () => {
    const raise = vi.fn()
    const requestedAt = Date.now()
    const fail = createSessionWatch(raise)('GET /api/footer')
    await vi.advanceTimersByTimeAsync(300)
    fail(sessionEnded)
    expect(raise).toHaveBeenCalledWith(sessionEnded, requestedAt)
  })

  it('is not raised by a wrong password or any other failure', async () => {
    const raise = vi.fn()
    const watch = createSessionWatch(raise)
    watch('POST /api/login')(new ApiError(401, 'invalid_credentials', 'Wrong.'))
    watch('GET /api/admin/users')(new ApiError(403, 'forbidden', 'No.'))
    watch('GET /api/home')(new Error('a bug'))
    expect(raise).not.toHaveBeenCalled()
  })

  it('is not raised by the first GET /api/user, which only checks for a session, but is raised by the second', async () => {
    const raise = vi.fn()
    const watch = createSessionWatch(raise)
    watch('GET /api/user')(sessionEnded)
    expect(raise).not.toHaveBeenCalled()
    watch('GET /api/user')(sessionEnded)
    expect(raise).toHaveBeenCalledOnce()
  })

  it('doesn’t require a listener', async () => {
    const api = createApi({ fetch: fakeTransport(errorReply(401, 'authentication_required'), jsonReply('ok')) })
    await expect(api('GET /api/home')).rejects.toMatchObject({ status: 401 })
    expect(await api('GET /api/home')).toBe('ok')
  })
})
