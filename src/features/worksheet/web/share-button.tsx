import { copyText } from '#ui/copy-text.ts'
import { Icon } from '#ui/icon.tsx'
import { notify } from '#ui/notice.tsx'

/** Shares the page's address with the system's share sheet, or copies it where there is none. */
async function share(title: string) {
  const url = `${location.origin}${location.pathname}`
  if (navigator.share) {
    // Closing the share sheet rejects, which is no failure.
    await navigator.share({ title, url }).catch(() => undefined)
    return
  }
  if (await copyText(url)) notify({ title: 'Link copied', text: url })
  else notify({ title: 'The link was not copied', text: `The browser refused it. The link is ${url}`, failed: true })
}

export function ShareButton({ title }: { title: string }) {
  return (
    <button type="button" className="btn js-only" onClick={() => share(title)}>
      <Icon name="share-2" className="icon-sm" />
      Share
    </button>
  )
}
