import { t } from '#lib/texts.ts'
import { copyText } from '#ui/copy-text.ts'
import { Icon } from '#ui/icon.tsx'
import { notify } from '#ui/notice.tsx'

/** Copies the link to a collection that others may see. */
export function CopyLinkButton({ slug }: { slug: string }) {
  const copy = async () => {
    const url = `${location.origin}/collection/${slug}`
    if (await copyText(url)) notify({ title: t('Link copied'), text: url })
    else
      notify({
        title: t('The link was not copied'),
        text: t('Your browser didn’t allow it. The link is {url}', { url }),
        isFailure: true,
      })
  }
  return (
    <button type="button" className="btn" onClick={copy}>
      <Icon name="copy" className="icon-sm" />
      {t('Copy link')}
    </button>
  )
}
