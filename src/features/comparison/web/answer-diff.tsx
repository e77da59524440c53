import { useId, useState } from 'react'
import { TextDiff } from '#ui/text-diff.tsx'
import { titleOf } from './answer-column.tsx'
import type { AnswerView } from './answer-view.ts'

/** Compares two answers word by word. */
export function AnswerDiff({ answers }: { answers: AnswerView[] }) {
  const texts = answers.filter(({ text }) => text !== '')
  const [isOpen, setOpen] = useState(false)
  const [names, setNames] = useState<[string?, string?]>([])
  const [first, second] = texts
  if (!first || !second) return null
  const before = texts.find(({ name }) => name === names[0]) ?? first
  const after = texts.find(({ name }) => name === names[1]) ?? second
  return (
    <details
      className="disclosure cmp-later js-only"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Differences between two answers</summary>
      {isOpen && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-2">
          <div className="grid gap-3 sm:grid-cols-2">
            <AnswerSelect
              label="From"
              texts={texts}
              chosen={before}
              onChoose={(name) => setNames([name, after.name])}
            />
            <AnswerSelect label="To" texts={texts} chosen={after} onChoose={(name) => setNames([before.name, name])} />
          </div>
          <TextDiff before={before.text} after={after.text} />
        </div>
      )}
    </details>
  )
}

function AnswerSelect({
  label,
  texts,
  chosen,
  onChoose,
}: {
  label: string
  texts: AnswerView[]
  chosen: AnswerView
  onChoose: (name: string) => void
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={chosen.name} onChange={(event) => onChoose(event.target.value)}>
        {texts.map((answer) => (
          <option key={answer.name} value={answer.name}>
            {titleOf(answer, false)} {answer.pasted ? '(pasted)' : ''}
          </option>
        ))}
      </select>
    </div>
  )
}
