import { useState } from 'react'
import { t } from '#lib/texts.ts'
import { Deferred } from '#ui/lists/deferred.tsx'
import type { AnswerView } from './answer-view.ts'

const loadDifferences = () => import('./answer-differences.tsx').then(({ AnswerDifferences }) => AnswerDifferences)

/** A section that shows what differs between two answers. It loads the code for that only when it is open. */
export function AnswerDiff({ answers, startsOpen = false }: { answers: AnswerView[]; startsOpen?: boolean }) {
  const writtenAnswers = answers.filter(({ text }) => text !== '')
  const [isOpen, setOpen] = useState(startsOpen)
  if (writtenAnswers.length < 2) return null
  return (
    <details
      className="disclosure cmp-later js-only"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t('Differences between two answers')}</summary>
      {isOpen && <Deferred load={loadDifferences} props={{ answers: writtenAnswers }} />}
    </details>
  )
}
