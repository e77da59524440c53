import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Api } from '#client/api.ts'
import { ApiError } from '#client/api-error.ts'
import { polling, waitForStoppedRun } from './wait-for-stopped-run.ts'

const send = vi.fn()
const wait = () => waitForStoppedRun(send as unknown as Api, 'mine')
const page = (status: string) => ({
  items: [
    { id: 'other', status: 'done' },
    { id: 'mine', status },
  ],
})

beforeEach(() => {
  vi.useFakeTimers()
  send.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
})

it('waits until the run has ended, even if a request fails', async () => {
  send
    .mockResolvedValueOnce(page('running'))
    .mockRejectedValueOnce(new ApiError(0, 'network_error', 'Offline'))
    .mockResolvedValue(page('stopped'))
  const stored = wait()
  await vi.runAllTimersAsync()
  expect(await stored).toEqual({ id: 'mine', status: 'stopped' })
  expect(send).toHaveBeenCalledTimes(3)
})

it('gives up if the run doesn’t end in time', async () => {
  send.mockResolvedValue(page('running'))
  const stored = wait()
  await vi.runAllTimersAsync()
  expect(await stored).toBeNull()
  expect(send).toHaveBeenCalledTimes(polling.attemptsMax)
})
