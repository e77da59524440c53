import type { QueryClient } from '@tanstack/react-query'

const minute = 60_000

/** How often visible data is refreshed, in ms, by the path at the start of its query key. */
export const autoRefreshMs: Record<string, number> = {
  '/api/categories': 10 * minute,
  '/api/prompts': 5 * minute,
  '/api/tools': 10 * minute,
  '/api/home': 3 * minute,
}

/** How long after the start of the app the intervals begin, in ms. */
export const autoRefreshStartMs = 10_000

/**
 * Refreshes lists and home data at their intervals. Data that isn't visible (on another page, in a hidden tab) is only
 * invalidated. A single prompt is never refreshed, since the reader may be filling it in. Returns a function that ends
 * the refreshing.
 */
export function startAutoRefresh(queryClient: QueryClient, isHidden = () => document.hidden): () => void {
  const intervals: ReturnType<typeof setInterval>[] = []
  const start = setTimeout(() => {
    for (const [path, ms] of Object.entries(autoRefreshMs)) intervals.push(setInterval(() => refresh(path), ms))
  }, autoRefreshStartMs)

  function refresh(path: string) {
    const predicate = ({ queryKey: [first] }: { queryKey: readonly unknown[] }) =>
      first === path || (String(first).startsWith(`${path}/`) && first !== `${path}/{id}`)
    queryClient.invalidateQueries({ predicate, refetchType: isHidden() ? 'none' : 'active' }, { cancelRefetch: false })
  }

  return () => {
    clearTimeout(start)
    intervals.forEach(clearInterval)
  }
}
