import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Api } from '#client/api.ts'
import { ApiError } from '#client/api-error.ts'
import { notify } from '#ui/notice.tsx'
import { readCredits, startCredits, stopCredits } from './credit-store.ts'
import { returnCredits, spendCredits } from './use-spend-credits.ts'

vi.mock('#ui/notice.tsx', () => ({ notify: vi.fn() }))

const send = vi.fn()
const api = send as unknown as Api

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.mocked(notify).mockReset()
  send.mockReset()
  startCredits(async () => ({ credits: 5 }))
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(() => {
  stopCredits()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Returns the balance after the 100 ms for which the store waits before it shows a new one. */
const readShownCredits = async () => {
  await vi.advanceTimersByTimeAsync(100)
  return readCredits().credits
}
const notices = () => vi.mocked(notify).mock.calls.map(([{ title, text }]) => `${title}: ${text}`)

describe('spending', () => {
  it('shows the balance from the server', async () => {
    send.mockResolvedValue({ credits: 2 })
    expect(await spendCredits(api, 3, 'A run')).toBe(true)
    expect(send).toHaveBeenCalledWith('POST /api/user/credits/decrease', {
      body: { amount: 3, reason: 'A run' },
      idempotencyKey: expect.any(String),
    })
    expect(await readShownCredits()).toBe(2)
    expect(notices()).toEqual([])
  })

  it('is refused without a request when the known balance is too low', async () => {
    expect(await spendCredits(api, 6)).toBe(false)
    expect(send).not.toHaveBeenCalled()
    expect(notices()).toEqual(['Insufficient credits: You need 6 credits but only have 5.'])
  })

  it('is refused with the server’s message, and shows the server’s balance', async () => {
    const text = 'You need 3 credits but only have 1.'
    send.mockRejectedValue(new ApiError(402, 'insufficient_credits', text, { credits: 1 }))
    expect(await spendCredits(api, 3)).toBe(false)
    expect(notices()).toEqual([`Insufficient credits: ${text}`])
    expect(await readShownCredits()).toBe(1)
  })

  describe('that fails shows a notice', () => {
    it.each([
      [
        new ApiError(500, 'internal_error', 'Inner'),
        'Credit Update Failed: Unable to decrease your credits. Please try again.',
      ],
      [
        new ApiError(0, 'network_error', 'No net'),
        "Error updating credits: Couldn't decrease your credits. Please try again.",
      ],
      [
        new ApiError(408, 'timeout', 'Slow'),
        "Error updating credits: Couldn't decrease your credits. Please try again.",
      ],
    ])('after %s', async (error, notice) => {
      send.mockRejectedValue(error)
      expect(await spendCredits(api, 3)).toBe(false)
      expect(notices()).toEqual([notice])
      expect(await readShownCredits()).toBe(5)
    })
  })

  it('shows nothing when the session has ended, which another notice reports', async () => {
    send.mockRejectedValue(new ApiError(401, 'authentication_required', 'Please sign in first.'))
    expect(await spendCredits(api, 3)).toBe(false)
    expect(notices()).toEqual([])
  })
})

describe('returning credits', () => {
  it('shows the balance from the server', async () => {
    send.mockResolvedValue({ credits: 8 })
    expect(await returnCredits(api, 3)).toBe(true)
    expect(await readShownCredits()).toBe(8)
  })

  it('shows the server’s balance if the return is refused', async () => {
    send.mockRejectedValue(new ApiError(409, 'nothing_to_return', 'Nothing', { credits: 4 }))
    expect(await returnCredits(api, 3)).toBe(false)
    expect(notices()).toEqual(['Credit Update Failed: Unable to increase your credits. Please try again.'])
    expect(await readShownCredits()).toBe(4)
  })
})
