import { type ReactNode, useEffect, useState } from 'react'
import { takeSlot } from './draft-slot.ts'

/** Shows a form once it is known which draft is its own: of two forms that are open at once, each keeps its words. */
export function OwnDraft({ base, children }: { base: string; children: (storageKey: string) => ReactNode }) {
  const [storageKey, setStorageKey] = useState<string | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    const show = (slot: string) => abort.signal.aborted || setStorageKey(slot)
    // A page that may not lock anything shares the draft, as without locks.
    takeSlot(base, abort.signal).then(show, () => show(base))
    return () => abort.abort()
  }, [base])
  return storageKey === null ? null : children(storageKey)
}
