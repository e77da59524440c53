import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sourceOf } from '#features/views/source-rules.ts'

/** The ids of the prompts whose view has been reported since the document was loaded. */
const countedPrompts = new Set<string>()

/**
 * Reports a view of a prompt's page to the server, once per prompt until the document is reloaded, without setting a
 * cookie or waiting for a response. Sends only the kind of place that the reader came from. Doesn't use the request
 * client, because that clears its caches after every write.
 */
export function useCountView(promptId: string): void {
  const { state } = useRouter()
  // While the navigation to this page is in progress, the resolved location is that of the previous page.
  const previousPath = state.resolvedLocation?.pathname
  useEffect(() => {
    if (countedPrompts.has(promptId)) return
    const isFirstPage = countedPrompts.size === 0 && (previousPath === undefined || previousPath === location.pathname)
    countedPrompts.add(promptId)
    const [navigation] = performance.getEntriesByType('navigation')
    const source = sourceOf(
      isFirstPage
        ? { origin: location.origin, from: document.referrer, opened: navigation?.name ?? '' }
        : { origin: location.origin, from: location.origin + previousPath },
    )
    const body = JSON.stringify({ promptId, source })
    navigator.sendBeacon('/api/views', new Blob([body], { type: 'application/json' }))
  }, [promptId, previousPath])
}
