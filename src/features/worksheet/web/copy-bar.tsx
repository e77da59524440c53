import { pluralize } from '#lib/numbers.ts'
import { CopyButton } from './copy-button.tsx'
import { focusBlank } from './focus-blank.ts'
import { RunSheet, RunSheetButton } from './run-sheet.tsx'
import { useWorksheet } from './use-worksheet.ts'

/**
 * The bar at the bottom of narrow screens. Its main button copies the text or, while any blank is empty, moves focus to
 * the first empty blank.
 */
export function CopyBar() {
  const { emptyNames, copy } = useWorksheet()
  return (
    <>
      <div className="copy-bar js-only lg:hidden">
        {emptyNames.length > 0 ? (
          <>
            <button
              type="button"
              className="btn btn-primary btn-big flex-1 px-3 whitespace-normal"
              onClick={() => focusBlank(document)}
            >
              Fill in {pluralize(emptyNames.length, 'blank')}
            </button>
            <button type="button" data-key="copy" className="btn min-h-12 px-3" onClick={() => copy()}>
              Copy as is
            </button>
          </>
        ) : (
          <>
            <CopyButton className="min-h-12 flex-1 text-[1.125rem]" />
            <RunSheetButton />
          </>
        )}
      </div>
      <RunSheet />
    </>
  )
}
