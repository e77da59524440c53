import { useEffect, useState } from 'react'
import { t } from '#lib/texts.ts'
import { copyText } from '#ui/copy-text.ts'
import { Icon } from '#ui/icon.tsx'
import { notify } from '#ui/notice.tsx'

/** How long the button says Copied, in ms. */
const copiedMs = 2500

/**
 * Copies an answer or a whole comparison, and confirms this on the button and in a notice, or says in a notice that it
 * failed. `label` names the button for screen readers, for example “Copy the answer from Claude”.
 */
export function CopyAnswer({
  label,
  text,
  shownLabel = t('Copy'),
}: {
  label: string
  text: string
  shownLabel?: string
}) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(setCopied, copiedMs, false)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    const copied = await copyText(text)
    setCopied(copied)
    notify(copied ? { title: t('Copied') } : { title: t('The browser refused to copy'), isFailure: true })
  }
  return (
    <button type="button" className="btn" aria-label={isCopied ? t('Copied') : label} onClick={copy}>
      <Icon name={isCopied ? 'check' : 'copy'} className="icon-sm" />
      {isCopied ? t('Copied') : shownLabel}
    </button>
  )
}
