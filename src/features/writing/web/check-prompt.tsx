import { type ReactNode, useState } from 'react'
import { Deferred } from '#ui/deferred.tsx'
import { selectText } from './select-text.ts'

const loadCheck = () => import('./prompt-check.tsx').then(({ PromptCheck }) => PromptCheck)

/**
 * “Check this prompt”: free, by rules, its findings one by one. Its code loads when it is asked for. `children`: other
 * buttons, before this one.
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
          load={loadCheck}
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
