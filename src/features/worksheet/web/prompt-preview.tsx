import { useDeferredValue, useMemo } from 'react'
import { variablesOf } from '#features/catalogue/variable-rules.ts'
import { counted } from '#lib/numbers.ts'
import { WorksheetProvider } from './worksheet.tsx'
import { WorksheetChannels } from './worksheet-channels.tsx'
import { WorksheetScript } from './worksheet-script.tsx'

/** A preview of the text as a worksheet whose blanks work. Follows the typing with a short delay. */
export function PromptPreview({ content }: { content: string }) {
  const shown = useDeferredValue(content)
  const variables = useMemo(() => variablesOf(shown), [shown])
  return (
    <section className="inst" aria-label="Preview">
      <div className="flex min-h-12 items-center gap-3 border-hair border-b px-4 py-2 text-small md:px-5">
        <b>Preview</b>
        <span className="text-ink-2">{variables.length === 0 ? 'No blanks' : counted(variables.length, 'blank')}</span>
      </div>
      {shown.trim() === '' ? (
        <p className="script text-ink-2">
          The text appears here as others see it. Write {'{{name}}'} or {'{{name:default}}'} where something is to be
          filled in.
        </p>
      ) : (
        <WorksheetProvider key={shown} content={shown}>
          <WorksheetChannels />
          <WorksheetScript language="" length={shown.length} />
        </WorksheetProvider>
      )}
    </section>
  )
}
