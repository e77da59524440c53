import { type ReactNode, useEffect, useId, useRef } from 'react'
import { comparisonLimits as limits, noneGood, tie } from '#features/comparison/rules.ts'
import { t } from '#lib/texts.ts'
import { scrollBehavior } from '#ui/layout/scroll-behavior.ts'
import { rich } from '#ui/rich.ts'
import { titleOf } from '../answers/answer-title.ts'
import type { AnswerView } from '../answers/answer-view.ts'

/** Which answer somebody finds best, and why. The outcome is the name of an `AnswerView`, `tie` or `none`. */
export type Verdict = { outcome: string; note: string }

/** Returns a verdict in words, or null if it is about none of these answers. */
export function verdictText(outcome: string, answers: AnswerView[]): string | null {
  if (outcome === tie) return t('You call it a tie.')
  if (outcome === noneGood) return t('You think none of them is good.')
  const chosenAnswer = answers.find(({ name }) => name === outcome)
  return chosenAnswer ? t('You prefer {titleOf}.', { titleOf: titleOf(chosenAnswer, false) }) : null
}

/**
 * Shows what was chosen, and the buttons “Tie” and “None is good”. The button that chooses an answer is below that
 * answer.
 */
export function VerdictBar({
  text,
  answerCount,
  outcome,
  hint,
  jsOnly = true,
  onChoose,
  children,
}: {
  text: string | null
  answerCount: number
  outcome: string | undefined
  hint: string
  /** Whether to hide the bar if JavaScript is off, because there are no votes to show. */
  jsOnly?: boolean
  onChoose: (outcome: string) => void
  children?: ReactNode
}) {
  return (
    <section aria-label={t('Verdict')} className={jsOnly ? 'cmp-verdict js-only' : 'cmp-verdict'}>
      <p className="js-only font-semibold" role="status">
        {text ?? (answerCount === 2 ? t('Which answer is better?') : t('Which answer is best?'))}
      </p>
      <div className="js-only flex gap-2">
        <button type="button" className="btn" aria-pressed={outcome === tie} onClick={() => onChoose(tie)}>
          {t('Tie')}
        </button>
        <button type="button" className="btn" aria-pressed={outcome === noneGood} onClick={() => onChoose(noneGood)}>
          {t('None is good')}
        </button>
      </div>
      <p className="js-only text-ink-2 text-small">{hint}</p>
      {children}
    </section>
  )
}

/** Shows a field for the reason for a verdict. The field's name in forms is `note`. */
export function VerdictNote({
  hint,
  action,
  ...field
}: {
  hint: string
  action?: ReactNode
  defaultValue?: string
  onChange?: (note: string) => void
}) {
  const id = useId()
  const { onChange } = field
  return (
    <div className="cmp-note js-only">
      <label htmlFor={id}>
        {t('Why?')} <span>{hint}</span>
      </label>
      <textarea
        id={id}
        name="note"
        rows={2}
        className="input field-sizing-content"
        dir="auto"
        maxLength={limits.noteMax}
        defaultValue={field.defaultValue}
        onChange={onChange && ((event) => onChange(event.target.value))}
      />
      {action}
    </div>
  )
}

/** Shows the button that chooses the answer above it. A line confirms the choice and leads to `VerdictNote`. */
export function PreferButton({ isChosen, onChoose }: { isChosen: boolean; onChoose: () => void }) {
  const wasPressed = useRef(false)
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isChosen && wasPressed.current) line.current?.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() })
  }, [isChosen])
  const press = () => {
    wasPressed.current = true
    onChoose()
  }
  return (
    <>
      <button type="button" className="btn flex-1" aria-pressed={isChosen} onClick={press}>
        {t('Prefer this')}
      </button>
      {isChosen && (
        <p className="cmp-chosen" ref={line}>
          {rich('You prefer this one. <button>Say why</button>', {
            button: (text) => (
              <button type="button" className="link" onClick={showNote}>
                {text}
              </button>
            ),
          })}
        </p>
      )}
    </>
  )
}

/** Scrolls to the field for the reason and focuses it, because the field may be below other answers. */
function showNote() {
  const note = document.querySelector<HTMLElement>('.cmp-verdict [name="note"]')
  note?.focus({ preventScroll: true })
  note?.scrollIntoView({ block: 'center', behavior: scrollBehavior() })
}
