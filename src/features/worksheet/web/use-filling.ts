import { useCallback, useRef, useState } from 'react'
import type { Values } from '#features/worksheet/worksheet-rules.ts'
import { useWorksheet } from './use-worksheet.ts'

/** Fills in several values together, and can undo that. `source`: a sentence about where the last values came from. */
export function useFilling() {
  const { values, fill } = useWorksheet()
  const current = useRef(values)
  current.current = values
  const [last, setLast] = useState<{ source: string; before: Values; after: Values } | null>(null)
  const fillFrom = useCallback(
    (source: string, next: (before: Values) => Values) => {
      const before = current.current
      const after = next(before)
      setLast({ source, before, after })
      fill(after)
    },
    [fill],
  )
  const undo = () => {
    if (!last) return
    const { before, after } = last
    // Blanks that were changed since then keep their values.
    const restored = Object.entries(current.current).map(([name, value]) => [
      name,
      value === after[name] ? (before[name] ?? '') : value,
    ])
    fill(Object.fromEntries(restored))
    setLast(null)
  }
  return { source: last?.source ?? null, fillFrom, undo }
}

export type Filling = ReturnType<typeof useFilling>
