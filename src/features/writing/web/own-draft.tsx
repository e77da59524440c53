import { type ReactNode, useEffect, useState } from 'react'
import { takeDraftKey } from './draft-key.ts'

/**
 * Reserves a draft and renders the form with the draft's storage key, so that open forms don't overwrite each other's
 * drafts. `base`: the storage key of the first draft.
 */
export function OwnDraft({ base, children }: { base: string; children: (storageKey: string) => ReactNode }) {
  const [storageKey, setStorageKey] = useState<string | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    const show = (key: string) => {
      if (!abort.signal.aborted) setStorageKey(key)
    }
    // If the browser doesn't allow locks, the form uses the first draft.
    takeDraftKey(base, abort.signal).then(show, () => show(base))
    return () => abort.abort()
  }, [base])
  return storageKey === null ? null : children(storageKey)
}
