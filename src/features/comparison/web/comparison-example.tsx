import { useId, useState } from 'react'
import { checkPrompt } from '#features/models/checker-rules.ts'
import { composePrompt } from '#features/models/composer-rules.ts'
import { t } from '#lib/texts.ts'
import { AnswerColumns } from './answers/answer-columns.tsx'
import { AnswerDiff } from './answers/answer-diff.tsx'
import { AnswerFactsTable } from './answers/answer-facts-table.tsx'
import { composedAnswer } from './answers/answer-view.ts'
import './comparison.css'

const idea = 'Tell customers that their order will arrive a week late'

/**
 * Shows two example answers side by side on a site without language models. The Composer and the Checker write
 * them in the browser, about the same prompt.
 */
export function ComparisonExample() {
  const id = useId()
  const [answers] = useState(() => [
    composedAnswer('Composer', () => composePrompt(idea)),
    composedAnswer('Checker', () => checkPrompt(idea)),
  ])
  return (
    <section aria-labelledby={id} className="mt-2 mb-8">
      <h2 id={id} className="mb-2 text-h3">
        {t('What you get')}
      </h2>
      <p className="mb-4 max-w-[42em] text-ink-2">
        {t(
          'An example without AI: the built-in Composer rewrote “{idea}” by rules, and the Checker reviewed it. Answers that you paste are shown the same way.',
          { idea },
        )}
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <AnswerColumns answers={answers} />
        <AnswerFactsTable answers={answers} areNamesHidden={false} prompt={{ text: idea, values: {} }} />
        <AnswerDiff answers={answers} />
      </div>
    </section>
  )
}
