import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sourceOf } from '#features/views/source-rules.ts'

/** The prompts whose view has been reported since the document was loaded. */
const countedPrompts = new Set<string>()

/**
 * Reports a view of a prompt's page to the server, once until the document is reloaded, without cookies and without
 * waiting for a response. It doesn't use the request client, which clears its caches after every write. It sends only
 * the kind of place that the reader came from.
 */
export function useCountView(promptId: string): void {
  const { state } = useRouter()
  // While the navigation to this page is in progress, the resolved location is that of the previous page.
  const before = state.resolvedLocation?.pathname
  useEffect(() => {
    if (countedPrompts.has(promptId)) return
    const isFirst = countedPrompts.size === 0 && (before === undefined || before === location.pathname)
    countedPrompts.add(promptId)
    const [navigation] = performance.getEntriesByType('navigation')
    const source = sourceOf(
      isFirst
        ? { origin: location.origin, from: document.referrer, opened: navigation?.name ?? '' }
        : { origin: location.origin, from: location.origin + before },
    )
    const body = JSON.stringify({ promptId, source })
    navigator.sendBeacon('/api/views', new Blob([body], { type: 'application/json' }))
  }, [promptId, before])
}
