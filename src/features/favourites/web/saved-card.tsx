import { type ReactNode, useEffect, useRef } from 'react'
import type { PromptCard as Card } from '#features/catalogue/contract.ts'
import { PromptCard } from '#features/catalogue/web/prompt-card.tsx'
import { markOf, pressMark, setMarks, useMark } from '#ui/marks.ts'

/** Who unsaved by key stood on a key that is gone. */
function takeLostFocus(undo: HTMLElement | null) {
  if (document.activeElement === document.body) undo?.focus()
}

/** A saved prompt, and in its place, as soon as it is saved no more, the way to undo that. */
export function SavedCard({ prompt, actions }: { prompt: Card; actions: ReactNode }) {
  const isSaved = useMark('favourite', prompt.id) === 1
  const wasSaved = useRef(false)
  useEffect(() => {
    if (!wasSaved.current && markOf('favourite', prompt.id) === 0) setMarks('favourite', [[prompt.id, 1]])
    wasSaved.current = true
  }, [prompt.id])

  if (isSaved || !wasSaved.current) return <PromptCard prompt={prompt} heading="h2" actions={actions} />
  return (
    <article className="card content-start gap-3" data-cat={prompt.category.slug}>
      <p className="text-ink-2" role="status">
        <b className="text-ink" dir="auto" lang={prompt.language}>
          {prompt.title}
        </b>{' '}
        is not saved any more.
      </p>
      <button type="button" className="btn" ref={takeLostFocus} onClick={() => pressMark('favourite', prompt.id, 1)}>
        Undo
      </button>
    </article>
  )
}
