import { useEffect, useId, useState } from 'react'
import { suggestionsText, type Values } from '#features/worksheet/worksheet-rules.ts'
import { plural, t, translate } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { pastePlaces } from './paste-hint.ts'
import { useWorksheet } from './use-worksheet.ts'
import './copy-bar.css'

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
        <span>{isCopied ? t('Copied') : t('Copy')}</span>
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
      <span>
        <small id={id}>
          {isTextCopied ? translate(pastePlaces[medium]) : blanksText(emptyNames.length, values, suggestions)}
        </small>
      </span>
    </div>
  )
}

function blanksText(emptyCount: number, values: Values, suggestions: Values): string {
  if (Object.keys(values).length === 0) return t('The text as shown')
  if (emptyCount > 0) return plural(emptyCount, '{count} blank still empty', '{count} blanks still empty')
  return suggestionsText(values, suggestions) ?? t('All blanks are filled')
}
