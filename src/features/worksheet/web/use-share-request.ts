import { useEffect, useState } from 'react'

/**
 * A request to the share tools. Each is a new object. `read-values` fills in the values in the address; the hook below
 * makes this request itself if the address has some.
 */
export type ShareRequest = { action: 'share' | 'copy-link' | 'picture' | 'read-values' }

/**
 * Returns the last request to the share tools, and a function that makes one. The first request loads the code of the
 * share tools; before it, the request is undefined.
 */
export function useShareRequest(): [
  request: ShareRequest | undefined,
  requestShare: (action: ShareRequest['action']) => void,
] {
  const [request, setRequest] = useState<ShareRequest>()
  useEffect(() => {
    const checkAddress = () => /^#values=/.test(location.hash) && setRequest({ action: 'read-values' })
    checkAddress()
    addEventListener('hashchange', checkAddress)
    return () => removeEventListener('hashchange', checkAddress)
  }, [])
  return [request, (action) => setRequest({ action })]
}
