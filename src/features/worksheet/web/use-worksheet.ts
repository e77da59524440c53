import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { CopyWay } from '#features/prompt-statistics/rules.ts'
import type { Variable } from '#features/variables/contract.ts'
import { labelOf } from '#features/variables/label-rules.ts'
import { blanksOf, type Segment } from '#features/variables/variable-rules.ts'
import type { Medium } from '#features/worksheet/medium-rules.ts'
import { defaultsOf, emptyBlanks, textToCopy, type Values } from '#features/worksheet/worksheet-rules.ts'
import { formatList } from '#lib/format-list.ts'
import { plural, t } from '#lib/texts.ts'
import { copyText } from '#ui/copy-text.ts'
import { type Notice, notify } from '#ui/notice.tsx'
import { firstPasteHint } from './paste-hint.ts'
import { restoreValues, saveValues } from './worksheet-storage.ts'

/** The message after a copy names up to this many empty blanks. */
const namedMax = 3

export type Worksheet = {
  /** The prompt's text, split into plain text and variables. */
  segments: Segment[]
  values: Values
  /** The initial values of the blanks: their defaults. */
  defaults: Values
  /** The defaults of the blanks that the reader hasn't typed into. They count only as suggestions. */
  suggestions: Values
  /** The names of the blanks that the reader has typed into since the page was opened or `reset` was called. */
  typed: Set<string>
  emptyNames: string[]
  /** Whether any value differs from its default. */
  isChanged: boolean
  /** What the prompt asks for: text, images or video. It determines where the prompt can be run. */
  medium: Medium
  /** Whether the text was copied and hasn't changed since. */
  isCopied: boolean
  /** The filled-in text if the browser blocked copying it, otherwise null. */
  uncopiedText: string | null
  /** Sets the value of a blank to what the reader typed. */
  write: (name: string, value: string) => void
  /** Replaces the values of all blanks. */
  fill: (values: Values) => void
  /** Restores the defaults. */
  reset: () => void
  /** Returns the filled-in text. */
  getFilledText: () => string
  /**
   * Copies the filled-in text, followed by `suffix` if there is one, and then shows `notice`, or a default notice.
   * Resolves to false if the browser blocked copying.
   */
  copy: (notice?: Notice, way?: CopyWay, suffix?: string | null) => Promise<boolean>
  /** Reports that the text was used without `copy`, for example in a link. */
  reportCopied: (way: CopyWay) => void
  /** Sets `uncopiedText` to null. */
  closeUncopied: () => void
}

export const WorksheetContext = createContext<Worksheet | null>(null)

/** The worksheet that the surrounding WorksheetProvider provides. */
export function useWorksheet(): Worksheet {
  const worksheet = useContext(WorksheetContext)
  if (!worksheet) throw new Error('useWorksheet is used outside of a <WorksheetProvider>.')
  return worksheet
}

export type NewWorksheet = {
  /** The prompt's text. Pass the same array as long as the text is the same. */
  segments: Segment[]
  /** The descriptions of its blanks, which may have defaults. Pass the same array as long as they are the same. */
  variables?: Variable[]
  /** The prompt's id, under which this tab saves the values. Without an id, nothing is saved. */
  storageId?: string
  medium?: Medium
  /** Called after each copy or run of the text. */
  onCopied?: (way: CopyWay) => void
}

const noVariables: Variable[] = []

/** Creates the state of a worksheet: the values of its blanks, and the functions that change and copy them. */
export function useNewWorksheet({
  segments,
  variables = noVariables,
  storageId,
  medium = 'text',
  onCopied,
}: NewWorksheet): Worksheet {
  const defaults = useMemo(
    () => ({ ...defaultsOf(blanksOf(segments)), ...defaultsOf(variables) }),
    [segments, variables],
  )
  const [values, setValues] = useState(defaults)
  const [typed] = useState(() => new Set<string>())
  const [copiedValues, setCopiedValues] = useState<Values | null>(null)
  const [uncopiedText, setUncopiedText] = useState<string | null>(null)

  const write = useCallback(
    (name: string, value: string) => {
      // A default that the reader types is their own value from then on, no longer a suggestion.
      const isFirst = !typed.has(name)
      typed.add(name)
      setValues((old) => (old[name] === value && !isFirst ? old : { ...old, [name]: value }))
    },
    [typed],
  )
  const reset = useCallback(() => {
    typed.clear()
    setValues({ ...defaults })
  }, [defaults, typed])
  // This has to wait until after hydration, which needs the same values as the server's HTML.
  useEffect(() => {
    if (storageId) setValues((old) => restoreValues(storageId, old, defaults))
  }, [storageId, defaults])
  useEffect(() => {
    // As long as these are the initial values, the saved values haven't been read yet, or there are none.
    if (storageId && values !== defaults) saveValues(storageId, values, defaults)
  }, [storageId, defaults, values])
  const closeUncopied = useCallback(() => setUncopiedText(null), [])
  const emptyNames = emptyBlanks(values)

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes `typed` also changes the values.
  const suggestions = useMemo(
    () => Object.fromEntries(Object.entries(defaults).filter(([name]) => !typed.has(name))),
    [defaults, typed, values],
  )

  const getFilledText = () => textToCopy(segments, values)
  const reportCopied = (way: CopyWay) => onCopied?.(way)
  const copy = async (notice?: Notice, way: CopyWay = 'copy', suffix?: string | null) => {
    const text = suffix ? `${getFilledText().trimEnd()} ${suffix}` : getFilledText()
    const isCopied = await copyText(text)
    setUncopiedText(isCopied ? null : text)
    if (!isCopied) return false
    setCopiedValues(values)
    // The paste hint is shown once per tab, and a blocked copy mustn't use it up.
    notify(notice ?? { title: t('Copied'), text: emptyBlanksText(emptyNames) ?? firstPasteHint(medium) })
    reportCopied(way)
    return true
  }
  const isChanged = Object.keys(values).some((name) => values[name] !== defaults[name])
  return {
    segments,
    values,
    defaults,
    suggestions,
    medium,
    isCopied: copiedValues === values,
    typed,
    fill: setValues,
    emptyNames,
    isChanged,
    uncopiedText,
    write,
    reset,
    getFilledText,
    copy,
    reportCopied,
    closeUncopied,
  }
}

function emptyBlanksText(emptyNames: string[]): string | undefined {
  if (emptyNames.length === 0) return undefined
  const names = formatList(emptyNames.slice(0, namedMax).map(labelOf))
  return emptyNames.length > namedMax
    ? plural(
        emptyNames.length,
        '{count} blank is still empty: {names} …',
        '{count} blanks are still empty: {names} …',
        {
          names,
        },
      )
    : plural(emptyNames.length, '{count} blank is still empty: {names}.', '{count} blanks are still empty: {names}.', {
        names,
      })
}
