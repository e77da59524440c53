import { useCallback, useRef, useState } from 'react'
import type { Values } from '#features/worksheet/worksheet-rules.ts'
import { useWorksheet } from './use-worksheet.ts'

/**
 * Returns `fillFrom`, which fills in several values at once, `undo`, which takes that back, and `origin`, which is a
 * sentence that says where the last values came from, or null.
 */
export function useFilling() {
  const { values, fill } = useWorksheet()
  const latestValues = useRef(values)
  latestValues.current = values
  const [last, setLast] = useState<{ origin: string; before: Values; after: Values } | null>(null)
  const fillFrom = useCallback(
    (origin: string, next: (before: Values) => Values) => {
      const before = latestValues.current
      const after = next(before)
      setLast({ origin, before, after })
      fill(after)
    },
    [fill],
  )
  const undo = () => {
    if (!last) return
    const { before, after } = last
    // A blank whose value has changed since then keeps it.
    const restored = Object.entries(latestValues.current).map(([name, value]) => [
      name,
      value === after[name] ? (before[name] ?? '') : value,
    ])
    fill(Object.fromEntries(restored))
    setLast(null)
  }
  return { origin: last?.origin ?? null, fillFrom, undo }
}

export type Filling = ReturnType<typeof useFilling>
