import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Api } from '#web/api.ts'
import { ApiError } from '#web/api-error.ts'
import { polling, waitForStoppedRun } from './wait-for-stopped-run.ts'

const ask = vi.fn()
const wait = () => waitForStoppedRun(ask as unknown as Api, 'mine')
const page = (status: string) => ({
  items: [
    { id: 'other', status: 'done' },
    { id: 'mine', status },
  ],
})

beforeEach(() => {
  vi.useFakeTimers()
  ask.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
})

it('waits until the run has ended, even if a request fails', async () => {
  ask
    .mockResolvedValueOnce(page('running'))
    .mockRejectedValueOnce(new ApiError(0, 'network_error', 'No net'))
    .mockResolvedValue(page('stopped'))
  const stored = wait()
  await vi.runAllTimersAsync()
  expect(await stored).toEqual({ id: 'mine', status: 'stopped' })
  expect(ask).toHaveBeenCalledTimes(3)
})

it('gives up if the run doesn’t end in time', async () => {
  ask.mockResolvedValue(page('running'))
  const stored = wait()
  await vi.runAllTimersAsync()
  expect(await stored).toBeNull()
  expect(ask).toHaveBeenCalledTimes(polling.tries)
})
