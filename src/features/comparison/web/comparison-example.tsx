import { useId, useState } from 'react'
import { composePrompt } from '#features/models/composer-rules.ts'
import { AnswerColumns } from './answer-columns.tsx'
import { AnswerDiff } from './answer-diff.tsx'
import { AnswerFactsTable } from './answer-facts-table.tsx'
import { composedAnswer } from './answer-view.ts'
import './comparison.css'

const idea = 'Tell customers that their order will arrive a week late'

/**
 * Shows two example answers side by side on a site without language models. The Composer writes both in the browser,
 * for the same idea.
 */
export function ComparisonExample() {
  const id = useId()
  const [answers] = useState(() => [
    composedAnswer('Composer: writing', () => composePrompt({ idea, kind: 'write' }).content),
    composedAnswer('Composer: support', () => composePrompt({ idea, kind: 'support' }).content),
  ])
  return (
    <section aria-labelledby={id} className="mt-2 mb-8">
      <h2 id={id} className="mb-2 text-h3">
        What you get
      </h2>
      <p className="mb-4 max-w-[42em] text-ink-2">
        An example without AI. The built-in Composer used its rules to turn “{idea}” into two prompts, one for writing
        and one for customer support. Answers that you paste are shown the same way.
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <AnswerColumns answers={answers} />
        <AnswerFactsTable answers={answers} areNamesHidden={false} prompt={{ text: idea, values: {} }} />
        <AnswerDiff answers={answers} />
      </div>
    </section>
  )
}
