import { useEffect, useRef, useState } from 'react'
import type { Prompt } from '#features/catalogue/contract.ts'
import { linkMax, linkStart, writeValueLink } from '#features/worksheet/value-link-rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { copyText } from '#ui/copy-text.ts'
import { focusOnMount } from '#ui/focus-on-mount.ts'
import { notify } from '#ui/notice.tsx'
import { takeLinkedValues } from './take-linked-values.ts'
import { UndoFilling } from './undo-filling.tsx'
import { type Filling, useFilling } from './use-filling.ts'
import type { ShareRequest } from './use-share-request.ts'
import { useWorksheet } from './use-worksheet.ts'

/**
 * The requests that have already been handled. After a navigation to another prompt, the component gets the last request
 * again.
 */
const handledRequests = new WeakSet<ShareRequest>()

type ShareProps = { prompt: Pick<Prompt, 'title' | 'variables'>; request: ShareRequest }

/**
 * Handles a request to share the page or to copy its link with the filled-in values. Also fills in the values of a link
 * that was opened.
 */
export function ShareTools({ prompt, request }: ShareProps) {
  const filling = useFilling()
  const { uncopiedLink, copyLink } = useCopyLink()
  useLinkedValues(prompt, filling)
  const handleRequest = () => {
    if (handledRequests.has(request)) return
    handledRequests.add(request)
    if (request.action === 'share') void share(prompt.title)
    if (request.action === 'copy-link') void copyLink()
  }
  const latest = useRef(handleRequest)
  latest.current = handleRequest
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request is handled once.
  useEffect(() => latest.current(), [request])
  return (
    <>
      {uncopiedLink !== null && (
        <div key={uncopiedLink} role="alert">
          <label className="field">
            <span>The browser blocked copying. Copy the link here:</span>
            <input
              ref={focusOnMount}
              className="input"
              readOnly
              value={uncopiedLink}
              onFocus={({ target }) => target.select()}
            />
          </label>
        </div>
      )}
      <UndoFilling {...filling} />
    </>
  )
}

/** Shares the page's address with the system's share sheet or, if there is none or it is refused, copies the address. */
async function share(title: string): Promise<void> {
  const url = `${location.origin}${location.pathname}`
  if (navigator.share) {
    const refusal = await navigator.share({ title, url }).catch((error: DOMException) => error)
    // The promise also rejects if the reader closes the share sheet, which isn't a failure.
    if (!refusal || refusal.name === 'AbortError') return
  }
  if (await copyText(url)) notify({ title: 'Link copied', text: url })
  else
    notify({
      title: 'The link was not copied',
      text: `Your browser didn’t allow it. The link is ${url}`,
      isFailure: true,
    })
}

/**
 * Returns `copyLink`, which copies the page's address with the values that differ from their defaults, and
 * `uncopiedLink`, which is that link if the browser blocked copying it, otherwise null.
 */
function useCopyLink() {
  const { values, defaults } = useWorksheet()
  const [uncopiedLink, setUncopied] = useState<string | null>(null)
  const copyLink = async () => {
    const changedValues = Object.entries(values).filter(([name, value]) => value !== defaults[name])
    if (changedValues.length === 0)
      return notify({
        title: 'Nothing is filled in yet',
        text: 'Fill in a blank, then copy the link.',
        isFailure: true,
      })
    const fragment = writeValueLink(Object.fromEntries(changedValues))
    if (!fragment)
      return notify({
        title: 'The values are too long for a link',
        text: `A link holds about ${formatNumber((linkMax * 3) / 4)} Latin letters, fewer in other scripts. Copy the text instead.`,
        isFailure: true,
      })
    const link = `${location.origin}${location.pathname}${fragment}`
    const isCopied = await copyText(link)
    setUncopied(isCopied ? null : link)
    if (!isCopied) return
    const shared = changedValues.length === 1 ? 'your value' : `your ${changedValues.length} values`
    notify({
      title: 'Link copied',
      text: `Anyone who opens it sees ${shared}. The link doesn’t send values to this site.`,
    })
  }
  return { uncopiedLink, copyLink }
}

/** Fills in the values from the address when the page opens and whenever they change. Keeps what the reader typed. */
function useLinkedValues({ variables }: ShareProps['prompt'], { fillFrom }: Filling) {
  const { defaults, typed } = useWorksheet()
  useEffect(() => {
    const fillFromAddress = () => {
      if (!location.hash.startsWith(linkStart)) return
      const { values, notice } = takeLinkedValues({ defaults, variables, typed })
      notify(notice)
      if (values) fillFrom('Filled in from the link.', (before) => ({ ...before, ...values }))
    }
    fillFromAddress()
    addEventListener('hashchange', fillFromAddress)
    return () => removeEventListener('hashchange', fillFromAddress)
  }, [defaults, variables, typed, fillFrom])
}
