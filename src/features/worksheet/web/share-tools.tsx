import { useEffect, useRef, useState } from 'react'
import type { Prompt } from '#features/catalogue/contract.ts'
import { linkMax, linkStart, writeValueLink } from '#features/worksheet/value-link-rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { copyText } from '#ui/copy-text.ts'
import { notify } from '#ui/notice.tsx'
import { takeLinkedValues } from './take-linked-values.ts'
import { UndoFilling } from './undo-filling.tsx'
import type { Asked } from './use-asked.ts'
import { type Filling, useFilling } from './use-filling.ts'
import { useWorksheet } from './use-worksheet.ts'

/** What was done already: another prompt's page, without a reload, gets the last one again. */
const done = new WeakSet<Asked>()

type ShareProps = { prompt: Pick<Prompt, 'title' | 'variables'>; asked: Asked }

/** Shares the page, copies its link with the values that are filled in, and fills in those of a link. */
export function ShareTools({ prompt, asked }: ShareProps) {
  const filling = useFilling()
  const { uncopied, copyLink } = useCopyLink()
  useLinkedValues(prompt, filling)
  const act = () => {
    if (done.has(asked)) return
    done.add(asked)
    if (asked.what === 'share') void share(prompt.title)
    if (asked.what === 'link') void copyLink()
  }
  const latest = useRef(act)
  latest.current = act
  // biome-ignore lint/correctness/useExhaustiveDependencies: each object asks once.
  useEffect(() => latest.current(), [asked])
  return (
    <>
      {uncopied !== null && (
        <label className="field">
          <span>The browser blocked copying. Copy the link here:</span>
          <input className="input" readOnly value={uncopied} onFocus={({ target }) => target.select()} />
        </label>
      )}
      <UndoFilling {...filling} />
    </>
  )
}

/** Shares the page's address with the system's share sheet, or copies it where there is none. */
async function share(title: string): Promise<void> {
  const url = `${location.origin}${location.pathname}`
  if (navigator.share) {
    // Closing the share sheet rejects, which is no failure.
    await navigator.share({ title, url }).catch(() => undefined)
    return
  }
  if (await copyText(url)) notify({ title: 'Link copied', text: url })
  else notify({ title: 'The link was not copied', text: `The browser refused it. It is ${url}`, failed: true })
}

/** Copies the page's address with the values that differ from their start. `uncopied`: the link, if the browser refused. */
function useCopyLink() {
  const { values, start } = useWorksheet()
  const [uncopied, setUncopied] = useState<string | null>(null)
  const copyLink = async () => {
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
    setUncopied(isCopied ? null : link)
    if (!isCopied) return
    const seen = own.length === 1 ? 'your value' : `your ${own.length} values`
    notify({ title: 'Link copied', text: `Whoever opens it sees ${seen}. This site never gets them.` })
  }
  return { uncopied, copyLink }
}

/** Takes the values of the address, now and whenever it gets others. What was typed since the page was opened stays. */
function useLinkedValues({ variables }: ShareProps['prompt'], { fillFrom }: Filling) {
  const { start, typed } = useWorksheet()
  useEffect(() => {
    const take = () => {
      if (!location.hash.startsWith(linkStart)) return
      const { values, notice } = takeLinkedValues({ start, variables, typed })
      notify(notice)
      if (values) fillFrom('Filled in from the link.', (before) => ({ ...before, ...values }))
    }
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [start, variables, typed, fillFrom])
}
