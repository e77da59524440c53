import { useEffect, useRef, useState } from 'react'
import { siteFacts } from '#client/site-facts.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { licenseNames } from '#features/catalogue/license-rules.ts'
import { linkMax, linkStart, writeValueLink } from '#features/worksheet/value-link-rules.ts'
import { partsToDraw } from '#features/worksheet/worksheet-rules.ts'
import { plural, t } from '#lib/texts.ts'
import { copyText } from '#ui/copy-text.ts'
import { focusOnMount } from '#ui/focus-on-mount.ts'
import { Deferred } from '#ui/lists/deferred.tsx'
import { notify } from '#ui/notice.tsx'
import type { TextPicture } from '#ui/picture/draw-picture.ts'
import { takeLinkedValues } from './take-linked-values.ts'
import { UndoFilling } from './undo-filling.tsx'
import { type Filling, useFilling } from './use-filling.ts'
import type { ShareRequest } from './use-share-request.ts'
import { useWorksheet } from './use-worksheet.ts'

const loadPicture = () => import('#ui/picture/picture-dialog.tsx').then(({ PictureDialog }) => PictureDialog)

/**
 * The requests that have already been handled. After a navigation to another prompt, the component gets the last request
 * again.
 */
const handledRequests = new WeakSet<ShareRequest>()

type ShareProps = { prompt: Prompt; request: ShareRequest }

/**
 * Handles a request to share the page, to copy its link with the filled-in values, or to make a picture. Also fills in the values of a link
 * that was opened.
 */
export function ShareTools({ prompt, request }: ShareProps) {
  const filling = useFilling()
  const { uncopiedLink, copyLink } = useCopyLink()
  const { segments, values } = useWorksheet()
  const [picture, setPicture] = useState<TextPicture | null>(null)
  useLinkedValues(prompt, filling)
  const handleRequest = () => {
    if (handledRequests.has(request)) return
    handledRequests.add(request)
    if (request.action === 'share') void share(prompt.title)
    if (request.action === 'copy-link') void copyLink()
    if (request.action === 'picture') setPicture(pictureOf(prompt, partsToDraw(segments, values)))
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
            <span>{t('The browser blocked copying. Copy the link here:')}</span>
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
      {picture && (
        <Deferred load={loadPicture} props={{ picture, onClose: () => setPicture(null) }} placeholder={null} />
      )}
      <UndoFilling {...filling} />
    </>
  )
}

/** Returns the picture of a prompt's filled-in text, with its author and address. */
function pictureOf(prompt: Prompt, text: TextPicture['text']): TextPicture {
  const { title, slug, credit, user, licence } = prompt
  return {
    title,
    text,
    isPrompt: true,
    credit: t('by {author}, {license}', { author: credit ?? user.username, license: licenseNames[licence] }),
    address: `${location.host}/prompt/${slug}`,
    siteName: siteFacts().name,
  }
}

/** Shares the page's address with the system's share sheet or, if there is none or it is refused, copies the address. */
async function share(title: string): Promise<void> {
  const url = `${location.origin}${location.pathname}`
  if (navigator.share) {
    const refusal = await navigator.share({ title, url }).catch((error: DOMException) => error)
    // The promise also rejects if the reader closes the share sheet, which isn't a failure.
    if (!refusal || refusal.name === 'AbortError') return
  }
  if (await copyText(url)) notify({ title: t('Link copied'), text: url })
  else
    notify({
      title: t('The link was not copied'),
      text: t('Your browser didn’t allow it. The link is {url}', { url }),
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
        title: t('Nothing is filled in yet'),
        text: t('Fill in a blank, then copy the link.'),
        isFailure: true,
      })
    const fragment = writeValueLink(Object.fromEntries(changedValues))
    if (!fragment)
      return notify({
        title: t('The values are too long for a link'),
        text: t('A link holds about {value} Latin letters, fewer in other scripts. Copy the text instead.', {
          value: (linkMax * 3) / 4,
        }),
        isFailure: true,
      })
    const link = `${location.origin}${location.pathname}${fragment}`
    const isCopied = await copyText(link)
    setUncopied(isCopied ? null : link)
    if (!isCopied) return
    notify({
      title: t('Link copied'),
      text: plural(
        changedValues.length,
        'Anyone who opens it sees your value. The link doesn’t send values to this site.',
        'Anyone who opens it sees your {count} values. The link doesn’t send values to this site.',
      ),
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
      if (values) fillFrom(t('Filled in from the link.'), (before) => ({ ...before, ...values }))
    }
    fillFromAddress()
    addEventListener('hashchange', fillFromAddress)
    return () => removeEventListener('hashchange', fillFromAddress)
  }, [defaults, variables, typed, fillFrom])
}
