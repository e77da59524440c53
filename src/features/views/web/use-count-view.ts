import { useEffect } from 'react'

/** Prompts whose view this page load has reported. */
const counted = new Set<string>()

/**
 * Reports a view of a prompt's page to the server: once per page load, without cookies, and without waiting for a response.
 * It doesn't use the request client, whose writes clear its caches.
 */
export function useCountView(promptId: string): void {
  useEffect(() => {
    if (counted.has(promptId)) return
    counted.add(promptId)
    navigator.sendBeacon('/api/views', new Blob([JSON.stringify({ promptId })], { type: 'application/json' }))
  }, [promptId])
}
