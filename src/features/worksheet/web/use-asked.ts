import { useEffect, useState } from 'react'

/** What the reader asked for last; each time another object. `read`: nothing, but the address has values. */
export type Asked = { what: 'share' | 'link' | 'read' }

/** What the share tools should do, whose code loads only then; undefined until something is asked for. */
export function useAsked(): [asked: Asked | undefined, ask: (what: Asked['what']) => void] {
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => {
    const look = () => /^#values=/.test(location.hash) && setAsked({ what: 'read' })
    look()
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [])
  return [asked, (what) => setAsked({ what })]
}
