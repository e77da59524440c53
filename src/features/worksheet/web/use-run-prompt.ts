import type { MouseEvent } from 'react'
import { suffixFor } from '#features/worksheet/run-suffix-rules.ts'
import { planRun, type RunTarget } from '#features/worksheet/run-target-rules.ts'
import { howToPaste, openAddress } from './run-elsewhere.ts'
import { useWorksheet } from './use-worksheet.ts'

/**
 * Returns a function that runs the filled-in text in a target: it passes the text in the address, or copies it and then
 * opens the target's page, if it has one. If the browser blocks the clipboard, nothing opens and the page shows the
 * text to copy by hand.
 */
export function useRunPrompt(): (event: MouseEvent, target: RunTarget) => Promise<void> {
  const { getFilledText, copy, reportCopied, emptyNames } = useWorksheet()
  return async (event, target) => {
    event.preventDefault()
    const { address, mustCopy } = planRun(target, getFilledText())
    if (mustCopy) {
      const suffix = suffixFor(target, getFilledText())
      const text = [
        howToPaste(target),
        suffix && `${suffix} was added at the end.`,
        emptyNames.length > 0 && 'Empty blanks are copied as their names.',
      ]
      if (!(await copy({ title: 'Copied', text: text.filter(Boolean).join(' ') }, 'run', suffix))) return
    } else reportCopied('run')
    if (address) openAddress(address)
  }
}
