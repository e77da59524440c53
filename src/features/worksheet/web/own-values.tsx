import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '#features/accounts/web/session-store.ts'
import { linkMax, linkStart, writeValueLink } from '#features/worksheet/value-link-rules.ts'
import type { Values } from '#features/worksheet/worksheet-rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { copyText } from '#ui/copy-text.ts'
import { notify } from '#ui/notice.tsx'
import { takeLinkedValues } from './take-linked-values.ts'
import { useWorksheet } from './use-worksheet.ts'
import { ValueSetList } from './value-set-list.tsx'
import type { Asked, ValueToolsProps } from './value-tools.tsx'

/** Fills in the values of the address, copies a link with values, and shows the sets that a member has saved. */
export function OwnValues({ prompt, asked }: ValueToolsProps & { asked: Asked }) {
  const { user } = useSession()
  const [uncopied, setUncopied] = useState<string | null>(null)
  const { filledFrom, fillFrom, undo } = useFilling()
  const copyLink = useCopyLink(setUncopied)
  useLinkedValues(prompt, fillFrom)
  useEffect(() => {
    if (asked.what === 'link') void copyLink.current()
  }, [asked, copyLink])
  const isShown = asked.what === 'sets'
  return (
    <>
      {uncopied !== null && (
        <label className="field">
          <span>The browser did not let us copy. Copy the link here:</span>
          <input className="input" readOnly value={uncopied} onFocus={({ target }) => target.select()} />
        </label>
      )}
      {filledFrom && (
        <p role="status" className="flex flex-wrap items-center gap-2 text-small">
          <span dir="auto">{filledFrom}</span>
          <button type="button" className="btn" onClick={undo}>
            Undo
          </button>
        </p>
      )}
      {isShown &&
        (user ? (
          <ValueSetList prompt={prompt} onChoose={fillFrom} />
        ) : (
          <p className="text-small">
            <Link className="link" to="/auth">
              Sign in
            </Link>{' '}
            to save values under a name. What you have filled in stays in this tab.
          </p>
        ))}
    </>
  )
}

/** Fills in many values at once, and can undo that. */
function useFilling() {
  const { values, fill } = useWorksheet()
  const current = useRef(values)
  current.current = values
  const [last, setLast] = useState<{ from: string; before: Values } | null>(null)
  const fillFrom = useCallback(
    (from: string, next: (before: Values) => Values) => {
      const before = current.current
      setLast({ from, before })
      fill(next(before))
    },
    [fill],
  )
  const undo = () => {
    if (last) fill(last.before)
    setLast(null)
  }
  return { filledFrom: last?.from ?? null, fillFrom, undo }
}

export type FillFrom = ReturnType<typeof useFilling>['fillFrom']

/** The latest function that copies the page's address with the values that differ from their start. */
function useCopyLink(onRefused: (link: string | null) => void) {
  const { values, start } = useWorksheet()
  const copy = async () => {
    const own = Object.entries(values).filter(([name, value]) => value !== start[name])
    if (own.length === 0)
      return notify({ title: 'Nothing is filled in yet', text: 'Fill in a blank, then copy the link.', failed: true })
    const fragment = writeValueLink(Object.fromEntries(own))
    if (!fragment)
      return notify({
        title: 'The values are too long for a link',
        text: `A link holds about ${formatNumber((linkMax * 3) / 4)} characters. Copy the text instead.`,
        failed: true,
      })
    const link = `${location.origin}${location.pathname}${fragment}`
    const isCopied = await copyText(link)
    onRefused(isCopied ? null : link)
    if (isCopied)
      notify({
        title: 'Link copied',
        text: `Whoever opens it sees ${own.length === 1 ? 'your value' : `your ${own.length} values`}. They are in the link alone, not on this site.`,
      })
  }
  const latest = useRef(copy)
  latest.current = copy
  return latest
}

/** Takes the values of the address, now and whenever it gets others. What was typed since the page was opened stays. */
function useLinkedValues({ variables }: ValueToolsProps['prompt'], fillFrom: FillFrom) {
  const { start, typed } = useWorksheet()
  useEffect(() => {
    const take = () => {
      if (!location.hash.startsWith(linkStart)) return
      const { values, said } = takeLinkedValues({ start, variables, typed })
      notify(said)
      if (values) fillFrom('Filled in from the link.', (before) => ({ ...before, ...values }))
    }
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [start, variables, typed, fillFrom])
}
