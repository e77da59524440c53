import { type ReactNode, useRef, useState } from 'react'
import { AnswerColumn } from './answer-column.tsx'
import { AnswerSwitch } from './answer-switch.tsx'
import { distinctTitles } from './answer-title.ts'
import type { AnswerView } from './answer-view.ts'

/**
 * Shows the answers side by side. On phones they are one below the other, and a switch that stays in view can put them
 * side by side. `renderAction` renders a button below an answer.
 */
export function AnswerColumns({
  answers,
  areNamesHidden = false,
  renderAction,
}: {
  answers: AnswerView[]
  areNamesHidden?: boolean
  renderAction?: (answer: AnswerView) => ReactNode
}) {
  const grid = useRef<HTMLDivElement>(null)
  const [isSideBySide, setSideBySide] = useState(false)
  if (answers.length === 0) return null
  return (
    <div>
      {answers.length > 1 && (
        <AnswerSwitch
          titles={distinctTitles(answers, areNamesHidden)}
          answers={grid}
          isSideBySide={isSideBySide}
          onToggle={setSideBySide}
        />
      )}
      <div ref={grid} className="cmp" data-count={answers.length} data-side-by-side={isSideBySide || undefined}>
        {answers.map((answer) => (
          <AnswerColumn
            key={answer.name}
            answer={answer}
            areNamesHidden={areNamesHidden}
            action={renderAction?.(answer)}
          />
        ))}
      </div>
    </div>
  )
}
