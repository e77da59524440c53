import { AnswerColumns } from './answer-columns.tsx'
import { AnswerDiff } from './answer-diff.tsx'
import type { AnswerView } from './answer-view.ts'

/** A visitor's pasted answers side by side. Nothing is sent until they sign in to save it. */
export function PastedComparison({ answers, onSave }: { answers: AnswerView[]; onSave: () => void }) {
  return (
    <section aria-label="Answers" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <AnswerColumns answers={answers} />
      <AnswerDiff answers={answers} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-ink border-t-2 pt-4">
        <p className="flex-1 basis-80">
          This comparison exists only in this tab. Sign in to save it, give it a name and share its link.
        </p>
        <button type="button" className="btn btn-key" onClick={onSave}>
          Sign in to save
        </button>
      </div>
    </section>
  )
}
