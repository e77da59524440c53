import { useEffect } from 'react'

/** The prompts whose view was already reported since the page was loaded. */
const counted = new Set<string>()

/**
 * Reports a view of a prompt's page to the server: once per page load, without cookies, and without waiting for a
 * response. It bypasses the request client, which clears its caches after every write.
 */
export function useCountView(promptId: string): void {
  useEffect(() => {
    if (counted.has(promptId)) return
    counted.add(promptId)
    navigator.sendBeacon('/api/views', new Blob([JSON.stringify({ promptId })], { type: 'application/json' }))
  }, [promptId])
}
