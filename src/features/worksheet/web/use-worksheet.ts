import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { Prompt } from '#features/catalogue/contract.ts'
import { parsePrompt, type Segment } from '#features/catalogue/variable-rules.ts'
import { emptyBlanks, startValues, textToCopy, type Values } from '#features/worksheet/worksheet-rules.ts'
import { copyText } from '#ui/copy-text.ts'
import { type Notice, notify } from '#ui/notice.tsx'
import { isKept } from './worksheet-storage.ts'

const drafts = () => import('./worksheet-draft.ts')

export type Worksheet = {
  segments: Segment[]
  values: Values
  /** The blanks that are still empty. */
  left: string[]
  changed: boolean
  /** The filled text that the browser refused to copy, to be copied by hand. */
  refused: string | null
  write: (name: string, value: string) => void
  reset: () => void
  /** The text as it is filled in. */
  filled: () => string
  /** Copies the filled text and says so, with `notice` where given. False when the browser refused. */
  copy: (notice?: Notice) => Promise<boolean>
  /** Counts that somebody took the text along in another way. */
  took: () => void
  closeRefused: () => void
}

export const WorksheetContext = createContext<Worksheet | null>(null)

/** The worksheet that this part of the page belongs to. */
export function useWorksheet(): Worksheet {
  const worksheet = useContext(WorksheetContext)
  if (!worksheet) throw new Error('useWorksheet is used outside of a <WorksheetProvider>.')
  return worksheet
}

export type NewWorksheet = {
  prompt: Pick<Prompt, 'content' | 'variables'>
  /** The id of the prompt under which the tab keeps what is written; without it nothing is kept. */
  keptAs?: string
  /** Is told after each act of taking the text along. */
  onCopied?: () => void
}

/** What is written into a prompt's blanks, and the acts of taking it along. */
export function useNewWorksheet({ prompt: { content, variables }, keptAs, onCopied }: NewWorksheet): Worksheet {
  const segments = useMemo(() => parsePrompt(content), [content])
  const start = useMemo(() => startValues(variables), [variables])
  const [values, setValues] = useState(start)
  const [refused, setRefused] = useState<string | null>(null)

  const write = useCallback((name: string, value: string) => {
    setValues((old) => (old[name] === value ? old : { ...old, [name]: value }))
  }, [])
  const reset = useCallback(() => setValues({ ...start }), [start])
  // After hydration, which begins with what the server rendered. A first visit has nothing to read and loads nothing.
  useEffect(() => {
    if (keptAs && isKept(keptAs)) drafts().then(({ withKept }) => setValues((old) => withKept(keptAs, old, start)))
  }, [keptAs, start])
  useEffect(() => {
    // As long as these are the very first ones, nothing was read yet.
    if (keptAs && values !== start) drafts().then(({ keepValues }) => keepValues(keptAs, values, start))
  }, [keptAs, start, values])
  const closeRefused = useCallback(() => setRefused(null), [])
  const left = emptyBlanks(values)

  const filled = () => textToCopy(segments, values)
  const took = () => onCopied?.()
  const copy = async (notice: Notice = { title: 'Copied', text: wordsForLeft(left.length) }) => {
    const text = filled()
    const copied = await copyText(text)
    setRefused(copied ? null : text)
    if (!copied) return false
    notify(notice)
    took()
    return true
  }
  const changed = Object.keys(values).some((name) => values[name] !== start[name])
  return { segments, values, left, changed, refused, write, reset, filled, copy, took, closeRefused }
}

function wordsForLeft(left: number): string | undefined {
  if (left === 0) return undefined
  return left === 1 ? '1 blank was left as {{name}}.' : `${left} blanks were left as {{name}}.`
}
