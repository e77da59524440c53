import type { MouseEvent } from 'react'
import { planRun, type RunTarget } from '#features/worksheet/run-target-rules.ts'
import { useWorksheet } from './use-worksheet.ts'

/**
 * Runs the filled text in a target, as its link is pressed: handed over in the address, else copied before the chat
 * opens. Where the browser refuses the clipboard nothing opens: the text then stands on the page to be copied by hand.
 */
export function useRunPrompt(): (event: MouseEvent, target: RunTarget) => Promise<void> {
  const { filled, copy, took, left } = useWorksheet()
  return async (event, target) => {
    event.preventDefault()
    const { address, copies } = planRun(target, filled())
    if (copies) {
      const text = [howToPaste(target), left.length > 0 && 'Blanks that you left are copied as names.']
      if (!(await copy({ title: 'Copied', text: text.filter(Boolean).join(' ') }))) return
    } else took()
    if (address) openElsewhere(address)
  }
}

function howToPaste({ name, home, takes }: RunTarget): string {
  if (takes === null) return `Paste it in ${name}.`
  return home === null
    ? `The text is too long for a link. Open ${name} and paste it.`
    : `The text is too long for a link. Paste it in ${name}.`
}

/** A page in a new tab that learns nothing of this one; an editor's own scheme from where we are. */
function openElsewhere(address: string) {
  if (address.startsWith('https:')) window.open(address, '_blank', 'noopener,noreferrer')
  else window.location.assign(address)
}
