import { useEffect } from 'react'

/** Prompts that this page load has told of. */
const told = new Set<string>()

/**
 * Tells the server that a prompt's page is read: once a page load, without cookies, and without waiting for an answer.
 * Not by the request client, for which every write forgets all that it keeps.
 */
export function useCountView(promptId: string): void {
  useEffect(() => {
    if (told.has(promptId)) return
    told.add(promptId)
    navigator.sendBeacon('/api/views', new Blob([JSON.stringify({ promptId })], { type: 'application/json' }))
  }, [promptId])
}
