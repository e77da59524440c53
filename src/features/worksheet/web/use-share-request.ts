import { useEffect, useState } from 'react'

/** An action that the reader requested; a new object for each request. `read-values`: the address contains values. */
export type ShareRequest = { action: 'share' | 'copy-link' | 'read-values' }

/** The last request to the share tools; undefined before the first one, which loads their code. */
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
