import { type ReactNode, useEffect, useState } from 'react'
import { takeDraftKey } from './draft-key.ts'

/**
 * Reserves a storage key for a form's draft (its values that the server doesn't have yet), and renders the form with
 * that key. Forms that are open at the same time don't overwrite each other's drafts. `firstKey`: the first
 * draft's key. `isNew`: whether the form doesn't continue a saved draft.
 */
export function OwnDraft({
  firstKey,
  isNew = false,
  children,
}: {
  firstKey: string
  isNew?: boolean
  children: (storageKey: string) => ReactNode
}) {
  const [storageKey, setStorageKey] = useState<string | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    const show = (key: string) => {
      if (!abort.signal.aborted) setStorageKey(key)
    }
    // If the browser doesn't allow locks, the form uses `firstKey`.
    takeDraftKey(firstKey, abort.signal, { isNew }).then(show, () => show(firstKey))
    return () => abort.abort()
  }, [firstKey, isNew])
  return storageKey === null ? null : children(storageKey)
}
