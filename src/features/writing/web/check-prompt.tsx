import { useState } from 'react'
import { Deferred } from '#ui/deferred.tsx'

const loadCheck = () => import('./prompt-check.tsx').then(({ PromptCheck }) => PromptCheck)

/** Selects the first use of a word in the field of the prompt's text, and scrolls it into view. */
function showWord(field: HTMLTextAreaElement | null, word: string) {
  const at = field?.value.search(new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu')) ?? -1
  if (!field || at === -1) return
  field.focus()
  field.setSelectionRange(at, at + word.length)
}

/** “Check this prompt”: free, by rules, its findings one by one. Its code loads when it is asked for. */
export function CheckPrompt({ content, onChange }: { content: string; onChange: (content: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid gap-3">
      <button type="button" className="btn justify-self-start" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Check this prompt
      </button>
      {isOpen && (
        <Deferred
          load={loadCheck}
          props={{
            content,
            onChange,
            onShow: (word: string) => showWord(document.querySelector('textarea[name="content"]'), word),
          }}
        />
      )}
    </div>
  )
}
