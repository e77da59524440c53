import { useEffect, useState } from 'react'
import { siteFacts } from './site-facts.ts'

/** Returns the URL of a path. Without the setting PUBLIC_URL, only the browser knows the host. */
export function useAddress(path: string): string {
  const [origin, setOrigin] = useState(siteFacts().origin ?? '')
  useEffect(() => setOrigin((known) => known || location.origin), [])
  return `${origin}${path}`
}
