import type { ReactNode } from 'react'
import { plural, t } from '#lib/texts.ts'
import { CopyButton } from './copy-button.tsx'
import { focusBlank } from './focus-blank.ts'
import { MoreButton } from './more-menu.tsx'
import { RunSheet, RunSheetButton } from './run-sheet.tsx'
import { useWorksheet } from './use-worksheet.ts'
import './copy-bar.css'

/**
 * The bar at the bottom of narrow screens, with the buttons of the rail in their order. Its main button copies the text
 * or, while any blank is empty, moves focus to the first empty blank. `save`: the button that saves the prompt.
 */
export function CopyBar({ save }: { save?: ReactNode }) {
  const { emptyNames, copy } = useWorksheet()
  return (
    <>
      <div className="copy-bar js-only lg:hidden">
        {emptyNames.length > 0 ? (
          <>
            <button
              type="button"
              className="btn btn-primary btn-big flex-1 px-2 whitespace-normal"
              onClick={() => focusBlank(document)}
            >
              {plural(emptyNames.length, 'Fill in {count} blank', 'Fill in {count} blanks')}
            </button>
            <button type="button" data-key="copy" className="btn min-h-12 px-3" onClick={() => copy()}>
              {t('Copy as is')}
            </button>
          </>
        ) : (
          <>
            <CopyButton className="min-h-12 flex-1 text-[1.125rem]" />
            <RunSheetButton />
          </>
        )}
        {save}
        <MoreButton className="btn min-h-12" />
      </div>
      <RunSheet />
    </>
  )
}
