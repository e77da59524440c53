import { type ReactNode, useState } from 'react'
import { Deferred } from '#ui/deferred.tsx'
import { selectText } from './select-text.ts'

const loadSuggestions = () => import('./prompt-suggestions.tsx').then(({ PromptSuggestions }) => PromptSuggestions)

/**
 * The button “Check this prompt”, which shows suggestions that rules make, without a model. Their code is loaded when
 * the button is pressed. The check before publishing is a different one (`PublishWarnings`). `children`: the buttons to
 * the left of this one.
 */
export function CheckPrompt({
  content,
  onChange,
  children,
}: {
  content: string
  onChange: (content: string) => void
  children?: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {children}
        <button type="button" className="btn" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Check this prompt
        </button>
      </div>
      {isOpen && (
        <Deferred
          load={loadSuggestions}
          props={{
            content,
            onChange,
            onShow: (word: string) => selectText(new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu')),
          }}
        />
      )}
    </div>
  )
}
