import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { Tabs } from '#ui/tabs.tsx'
import { AnswerColumn, titleOf } from './answer-column.tsx'
import type { AnswerView } from './answer-view.ts'

/** Below this width, one answer is shown at a time. */
const narrow = '(max-width: 47.99rem)'

/**
 * The answers side by side. On phones one at a time in tabs, or all below each other if `stacked`. `renderAction`:
 * renders the footer's content.
 */
export function AnswerColumns({
  answers,
  hidden = false,
  stacked = false,
  renderAction,
}: {
  answers: AnswerView[]
  hidden?: boolean
  stacked?: boolean
  renderAction?: (answer: AnswerView) => ReactNode
}) {
  const isNarrow = useSyncExternalStore(
    subscribe,
    () => matchMedia(narrow).matches,
    () => false,
  )
  const [selectedName, setSelectedName] = useState<string>()
  const column = (answer: AnswerView) => (
    <AnswerColumn key={answer.name} answer={answer} hidden={hidden} action={renderAction?.(answer)} />
  )
  const selectedAnswer = answers.find(({ name }) => name === selectedName) ?? answers[0]
  if (!selectedAnswer) return null
  if (!isNarrow || stacked)
    return (
      <div className="cmp" data-count={answers.length}>
        {answers.map(column)}
      </div>
    )
  return (
    <div className="cmp-tabs">
      <Tabs
        label="Answers"
        selected={selectedAnswer.name}
        onSelect={setSelectedName}
        tabs={answers.map((answer) => ({
          id: answer.name,
          label: titleOf(answer, hidden),
          panel: <div className="cmp">{column(answer)}</div>,
        }))}
      />
    </div>
  )
}

function subscribe(onChange: () => void) {
  const query = matchMedia(narrow)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
