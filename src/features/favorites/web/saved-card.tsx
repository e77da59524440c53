import { type ReactNode, useEffect, useRef } from 'react'
import type { PromptCard as Card } from '#features/catalogue/contract.ts'
import { PromptCard } from '#features/catalogue/web/prompt-card.tsx'
import { t } from '#lib/texts.ts'
import { pressReaction, reactionOf, setReactions, useReaction } from '#ui/reactions.ts'
import { rich } from '#ui/rich.ts'

/** Focuses the Undo button if the button that had focus has just disappeared. */
function restoreFocus(undoButton: HTMLElement | null) {
  if (document.activeElement === document.body) undoButton?.focus()
}

/** Shows the card of a saved prompt. When the prompt is unsaved, a message with an Undo button replaces the card. */
export function SavedCard({ prompt, actions }: { prompt: Card; actions: ReactNode }) {
  const isSaved = useReaction('favorite', prompt.id) === 1
  const wasSaved = useRef(false)
  useEffect(() => {
    // A prompt in this list is saved, even if this browser doesn't know that yet.
    if (!wasSaved.current && reactionOf('favorite', prompt.id) === 0) setReactions('favorite', [[prompt.id, 1]])
    wasSaved.current = true
  }, [prompt.id])

  if (isSaved || !wasSaved.current) return <PromptCard prompt={prompt} heading="h2" actions={actions} />
  return (
    <article className="card content-start gap-3" data-cat={prompt.category.slug}>
      <p className="text-ink-2" role="status">
        {rich('{b} is no longer saved.', {
          b: (
            <b className="text-ink" dir="auto" lang={prompt.language}>
              {prompt.title}
            </b>
          ),
        })}
      </p>
      <button type="button" className="btn" ref={restoreFocus} onClick={() => pressReaction('favorite', prompt.id, 1)}>
        {t('Undo')}
      </button>
    </article>
  )
}
