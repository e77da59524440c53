import { useEffect, useId, useState } from 'react'
import { suggestionsText, type Values } from '#features/worksheet/worksheet-rules.ts'
import { pluralize } from '#lib/numbers.ts'
import { Icon } from '#ui/icon.tsx'
import { pastePlace } from './paste-hint.ts'
import { useWorksheet } from './use-worksheet.ts'

/** How long the button says “Copied”, in milliseconds. */
const copiedMs = 2000

/**
 * The button that copies the filled-in text. A second line says how many blanks are empty or still have a default;
 * after a copy, it says where to paste the text. This line isn't part of the button element, nor of the button's name.
 */
export function CopyButton({ className }: { className: string }) {
  const { copy, emptyNames, values, suggestions, uncopiedText, isCopied: isTextCopied, medium } = useWorksheet()
  const [isPressed, setPressed] = useState(false)
  const id = useId()
  useEffect(() => {
    if (!isPressed) return
    const timer = setTimeout(setPressed, copiedMs, false)
    return () => clearTimeout(timer)
  }, [isPressed])
  const isCopied = isPressed && uncopiedText === null
  return (
    <div className={`copy-button js-only ${className}`}>
      <button
        type="button"
        data-key="copy"
        className="btn btn-primary"
        aria-describedby={id}
        onClick={() => copy().then(() => setPressed(true))}
      >
        <span>{isCopied ? 'Copied' : 'Copy'}</span>
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
      <span>
        <small id={id}>
          {isTextCopied ? `Paste it into ${pastePlace(medium)}` : blanksText(emptyNames.length, values, suggestions)}
        </small>
      </span>
    </div>
  )
}

function blanksText(emptyCount: number, values: Values, suggestions: Values): string {
  if (Object.keys(values).length === 0) return 'The text as shown'
  if (emptyCount > 0) return `${pluralize(emptyCount, 'blank')} still empty`
  return suggestionsText(values, suggestions) ?? 'All blanks are filled'
}
