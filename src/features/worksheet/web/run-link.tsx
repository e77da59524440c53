import type { MouseEvent, ReactNode } from 'react'
import { suffixFor } from '#features/worksheet/run-suffix-rules.ts'
import type { RunTarget } from '#features/worksheet/run-target-rules.ts'
import { planRun } from '#features/worksheet/run-target-rules.ts'
import { t } from '#lib/texts.ts'
import { howToPaste, openAddress } from './run-elsewhere.ts'
import { useWorksheet } from './use-worksheet.ts'

/**
 * A link that runs the filled-in text in a chat, tool or editor. Without JavaScript, it only opens the chat or tool,
 * and links to editors are hidden.
 */
export function RunLink({
  target,
  className,
  children,
}: {
  target: RunTarget
  className?: string
  children: ReactNode
}) {
  const run = useRunPrompt()
  const { home, textLink } = target
  return (
    <a
      href={home ?? textLink?.prefix}
      target="_blank"
      rel="noopener noreferrer"
      className={home === null ? `js-only ${className ?? ''}` : className}
      onClick={(event) => run(event, target)}
    >
      {children}
    </a>
  )
}

/**
 * Returns a function that runs the filled-in text in a target: it passes the text in the address, or copies it and then
 * opens the target's page, if it has one. If the browser blocks the clipboard, nothing opens and the page shows the
 * text to copy by hand.
 */
function useRunPrompt(): (event: MouseEvent, target: RunTarget) => Promise<void> {
  const { getFilledText, copy, reportCopied, emptyNames } = useWorksheet()
  return async (event, target) => {
    event.preventDefault()
    const { address, mustCopy } = planRun(target, getFilledText())
    if (mustCopy) {
      const suffix = suffixFor(target, getFilledText())
      const text = [
        howToPaste(target),
        suffix && t('{suffix} was added at the end.', { suffix }),
        emptyNames.length > 0 && t('Empty blanks are copied as their names.'),
      ]
      if (!(await copy({ title: t('Copied'), text: text.filter(Boolean).join(' ') }, 'run', suffix))) return
    } else reportCopied('run')
    if (address) openAddress(address)
  }
}
