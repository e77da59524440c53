import { useState } from 'react'
import { t } from '#lib/texts.ts'
import { Deferred } from '#ui/lists/deferred.tsx'

const loadSuggestions = () => import('./prompt-suggestions.tsx').then(({ PromptSuggestions }) => PromptSuggestions)

/**
 * The button “Check this prompt”, which shows suggestions that rules make, without a model. Their code is loaded when
 * the button is pressed. The check before publishing is a different one (`PublishWarnings`).
 */
export function CheckPrompt({
  content,
  onChange,
  onShow,
}: {
  content: string
  onChange: (content: string) => void
  /** Selects the first match of a pattern in the text. */
  onShow: (pattern: RegExp) => void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('Check this prompt')}
        </button>
      </div>
      {isOpen && (
        <Deferred
          load={loadSuggestions}
          props={{
            content,
            onChange,
            onShow: (word: string) => onShow(new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu')),
          }}
        />
      )}
    </div>
  )
}
