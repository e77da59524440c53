import type { QueryClient } from '@tanstack/react-query'

const minute = 60_000

/** How often what is on the screen is read again, by the path that its query key begins with. In ms. */
export const autoRefreshMs: Record<string, number> = {
  '/api/categories': 10 * minute,
  '/api/prompts': 5 * minute,
  '/api/tools': 10 * minute,
  '/api/home': 3 * minute,
}

/** The clocks start this long after the app, in ms. */
export const autoRefreshStartMs = 10_000

/**
 * Reads lists and home data again, each at its interval. What nobody looks at (another page, a hidden tab) is only
 * marked as stale. A single thing (`/api/prompts/{id}`) is left alone: someone may be filling it in.
 * Gives the function that stops it.
 */
export function startAutoRefresh(queryClient: QueryClient, isHidden = () => document.hidden): () => void {
  const clocks: ReturnType<typeof setInterval>[] = []
  const start = setTimeout(() => {
    for (const [path, ms] of Object.entries(autoRefreshMs)) clocks.push(setInterval(() => refresh(path), ms))
  }, autoRefreshStartMs)

  function refresh(path: string) {
    const predicate = ({ queryKey: [first] }: { queryKey: readonly unknown[] }) =>
      first === path || (String(first).startsWith(`${path}/`) && first !== `${path}/{id}`)
    queryClient.invalidateQueries({ predicate, refetchType: isHidden() ? 'none' : 'active' }, { cancelRefetch: false })
  }

  return () => {
    clearTimeout(start)
    clocks.forEach(clearInterval)
  }
}
