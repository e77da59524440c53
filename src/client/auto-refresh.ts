import type { QueryClient } from '@tanstack/react-query'

const minute = 60_000

/** How often data on the screen is refreshed, in ms, by the path with which its query key begins. */
export const autoRefreshMs: Record<string, number> = {
  '/api/categories': 10 * minute,
  '/api/prompts': 5 * minute,
  '/api/tools': 10 * minute,
  '/api/home': 3 * minute,
}

/** How long after the start of the app these intervals begin, in ms. */
export const autoRefreshStartMs = 10_000

/**
 * Refreshes lists and the data of the home page at their intervals. Data that isn't on the screen, because it is on
 * another page or the tab is hidden, is only invalidated. Single items are never refreshed, because the reader may be
 * filling in a prompt. Returns a function that stops the refreshing.
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
