import { t } from '#lib/texts.ts'
import { AnswerColumns } from '../answers/answer-columns.tsx'
import { AnswerDiff } from '../answers/answer-diff.tsx'
import { AnswerFactsTable, type ComparedText } from '../answers/answer-facts-table.tsx'
import type { AnswerView } from '../answers/answer-view.ts'
import { CopyAnswer } from '../answers/copy-answer.tsx'
import { PreferButton, type Verdict, VerdictBar, VerdictNote, verdictText } from '../blind/verdict.tsx'
import { comparisonText } from '../comparison-text.ts'

/**
 * Shows a visitor's pasted answers side by side, with a verdict. Nothing is sent to the server until the visitor signs
 * in to save the comparison.
 */
export function PastedComparison({
  answers,
  prompt,
  verdict,
  onVerdict,
  onSave,
}: {
  answers: AnswerView[]
  prompt: ComparedText
  verdict: Verdict | null
  onVerdict: (verdict: Verdict) => void
  onSave: () => void
}) {
  const text = verdict && verdictText(verdict.outcome, answers)
  const choose = (outcome: string) => onVerdict({ outcome, note: verdict?.note ?? '' })
  return (
    <section aria-label={t('Answers')} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <AnswerColumns
        answers={answers}
        renderAction={({ name }) => <PreferButton isChosen={verdict?.outcome === name} onChoose={() => choose(name)} />}
      />
      <VerdictBar
        text={text}
        answerCount={answers.length}
        outcome={verdict?.outcome}
        hint={t('Kept in this tab.')}
        onChoose={choose}
      >
        {text && (
          <VerdictNote
            hint={t('This note is saved with the comparison. Only you see it.')}
            defaultValue={verdict.note}
            onChange={(note) => onVerdict({ ...verdict, note })}
          />
        )}
      </VerdictBar>
      <AnswerFactsTable answers={answers} areNamesHidden={false} prompt={prompt} />
      <AnswerDiff answers={answers} startsOpen={answers.length === 2} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-ink border-t-2 pt-4">
        <p className="flex-1 basis-80">
          {t(
            'This comparison exists only in this tab. Sign in to save it with your verdict, give it a name and share its link.',
          )}
        </p>
        <CopyAnswer
          label={t('Copy everything')}
          shownLabel={t('Copy everything')}
          text={comparisonText(prompt.text, answers, verdict)}
        />
        <button type="button" className="btn btn-primary" onClick={onSave}>
          {t('Sign in to save')}
        </button>
      </div>
    </section>
  )
}
