import { environmentManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startAutoRefresh } from './auto-refresh.ts'
import { createQueryClient } from './query-client.ts'

const minute = 60_000
const start = 10_000
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

let isHidden = false
let queryClient = createQueryClient()
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  environmentManager.setIsServer(() => false)
  isHidden = false
  queryClient = createQueryClient()
  stop = startAutoRefresh(queryClient, () => isHidden)
})
afterEach(() => {
  stop()
  environmentManager.setIsServer(() => true)
  vi.useRealTimers()
})

/** Puts loaded data with this query key on the screen. Returns its query function, a mock that every refresh calls. */
function show(...queryKey: unknown[]) {
  const queryFn = vi.fn(() => 'data')
  queryClient.setQueryData(queryKey, 'data')
  new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => {})
  return queryFn
}

describe('auto-refresh', () => {
  describe('refreshes each list at its interval', () => {
    it.each([
      ['/api/home', 3],
      ['/api/prompts', 5],
      ['/api/prompts/newest', 5],
      ['/api/prompts/category/{id}', 5],
      ['/api/categories', 10],
      ['/api/tools', 10],
      ['/api/tools/featured', 10],
    ])('%s every %i min, from 10 s after the start of the app', async (path, minutes) => {
      const read = show(path, { cursor: 'c' })
      await pass(start + minutes * minute - 1)
      expect(read).toHaveBeenCalledTimes(0)
      await pass(1)
      expect(read).toHaveBeenCalledTimes(1)
      await pass(minutes * minute)
      expect(read).toHaveBeenCalledTimes(2)
    })
  })

  it('refreshes neither single items nor other data', async () => {
    const others = ['/api/prompts/{id}', '/api/categories/{id}', '/api/search', '/api/footer', '/api/promptsmith']
    const reads = others.map((path) => show(path))
    await pass(60 * minute)
    for (const read of reads) expect(read).not.toHaveBeenCalled()
  })

  it('invalidates data that is not on the screen without refetching it', async () => {
    queryClient.setQueryData(['/api/home'], 'data')
    await pass(start + 3 * minute)
    expect(queryClient.getQueryState(['/api/home'])).toMatchObject({ isInvalidated: true, fetchStatus: 'idle' })
  })

  it('requests nothing while the tab is hidden', async () => {
    const read = show('/api/home')
    isHidden = true
    await pass(start + 3 * minute)
    expect(read).not.toHaveBeenCalled()
    isHidden = false
    await pass(3 * minute)
    expect(read).toHaveBeenCalledOnce()
  })

  it('can be stopped before and after its start', async () => {
    const read = show('/api/home')
    stop()
    await pass(60 * minute)
    stop = startAutoRefresh(queryClient, () => false)
    await pass(start)
    stop()
    await pass(60 * minute)
    expect(read).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })
})
