import { type RunTarget, whereToPaste } from '#features/worksheet/run-target-rules.ts'
import { t } from '#lib/texts.ts'

/**
 * Says where to paste copied text. A target with a `textLink` usually gets the text in its link, so if the text was
 * copied instead, it was too long for a link, and the reader is told so. An editor has no `home`.
 */
export function howToPaste(target: RunTarget): string {
  const { name, home, textLink } = target
  if (textLink === null) return whereToPaste(target)
  return home === null
    ? t('The text is too long for a link. Open {name} and paste it.', { name })
    : t('The text is too long for a link. {whereToPaste}', { whereToPaste: whereToPaste(target) })
}

/** Opens an https address in a new tab, without a referrer. Opens other addresses, such as `vscode:`, in this tab. */
export function openAddress(address: string) {
  if (address.startsWith('https:')) window.open(address, '_blank', 'noopener,noreferrer')
  else window.location.assign(address)
}
