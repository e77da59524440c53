import { useDeferredValue, useMemo, useState } from 'react'
import type { Prompt } from '#features/catalogue/contract.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { describedVariables } from '#features/variables/variable-list-rules.ts'
import { blanksOf } from '#features/variables/variable-rules.ts'
import { plural, t } from '#lib/texts.ts'
import { ShowAll } from './show-all.tsx'
import { WorksheetProvider } from './worksheet.tsx'
import { WorksheetFields } from './worksheet-fields.tsx'
import { WorksheetText } from './worksheet-text.tsx'

/** A preview of the text as a worksheet with working blanks. It follows the author's typing after a short delay. */
export function PromptPreview({ content, variables }: Pick<Prompt, 'content' | 'variables'>) {
  const shownContent = useDeferredValue(content)
  const segments = useMemo(() => fillableSegments(shownContent), [shownContent])
  const shownVariables = useDeferredValue(variables)
  // The variables with their descriptions. `segments` also makes blanks of placeholders such as `[topic]`.
  const blanks = useMemo(() => describedVariables(shownContent, shownVariables), [shownContent, shownVariables])
  const count = blanksOf(segments).length
  const [isWhole, setIsWhole] = useState(false)
  return (
    <section className="framed" aria-label={t('Preview')}>
      <div className="flex min-h-12 items-center gap-3 border-hair border-b px-4 py-2 text-small md:px-5">
        <b>{t('Preview')}</b>
        <span className="text-ink-2">
          {count === 0 ? t('No blanks') : plural(count, '{count} blank', '{count} blanks')}
        </span>
      </div>
      {shownContent.trim() === '' ? (
        <p className="worksheet-text text-ink-2">
          {t('The text appears here as others see it, with its blanks to fill in.')}
        </p>
      ) : (
        <WorksheetProvider key={JSON.stringify([shownContent, shownVariables])} segments={segments} variables={blanks}>
          <WorksheetFields variables={blanks} />
          <WorksheetText language="" length={shownContent.length} variables={blanks} />
          <ShowAll content={shownContent} open={isWhole} onToggle={setIsWhole} />
        </WorksheetProvider>
      )}
    </section>
  )
}
