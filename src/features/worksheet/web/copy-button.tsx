import { useEffect, useId, useState } from 'react'
import { suggestionsText, type Values } from '#features/worksheet/worksheet-rules.ts'
import { pluralize } from '#lib/numbers.ts'
import { Icon } from '#ui/icon.tsx'
import { useWorksheet } from './use-worksheet.ts'

/** How long the button shows Copied, in milliseconds. */
const copiedMs = 2000

/**
 * The button that copies the filled-in text. A line over it says how many blanks are empty or still have a default. The line isn't inside the
 * button element, because it would become part of the button's name.
 */
export function CopyButton({ className }: { className: string }) {
  const { copy, emptyNames, values, defaults, uncopiedText } = useWorksheet()
  const [isPressed, setPressed] = useState(false)
  const id = useId()
  useEffect(() => {
    if (!isPressed) return
    const timer = setTimeout(setPressed, copiedMs, false)
    return () => clearTimeout(timer)
  }, [isPressed])
  const isCopied = isPressed && uncopiedText === null
  return (
    <div className={`js-only relative ${className}`}>
      <button
        type="button"
        data-key="copy"
        className="btn btn-key h-full min-h-[inherit] w-full justify-between px-5 pb-5 font-display text-[length:inherit]"
        aria-describedby={id}
        onClick={() => copy().then(() => setPressed(true))}
      >
        {isCopied ? 'Copied' : 'Copy'}
        <Icon name={isCopied ? 'check' : 'copy'} className="icon relative top-2.5" />
      </button>
      <span id={id} className="pointer-events-none absolute bottom-2 left-5 text-key-ink text-small leading-tight">
        {blanksText(emptyNames.length, values, defaults)}
      </span>
    </div>
  )
}

function blanksText(empty: number, values: Values, defaults: Values): string {
  if (Object.keys(values).length === 0) return 'The text as shown'
  if (empty > 0) return `${pluralize(empty, 'blank')} still empty`
  return suggestionsText(values, defaults) ?? 'All blanks are filled'
}
