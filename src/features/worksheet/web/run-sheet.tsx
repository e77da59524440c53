import { runTargets } from '#features/worksheet/run-target-rules.ts'
import { t } from '#lib/texts.ts'
import { SheetHead } from '#ui/layout/sheet-head.tsx'
import { RunLink } from './run-link.tsx'
import { RunNote } from './run-note.tsx'
import { useWorksheet } from './use-worksheet.ts'

/** The id by which the button opens the sheet. A page has only one sheet. */
const sheetId = 'run-in'

/** The button that opens the sheet, in the bar at the bottom of narrow screens. */
export function RunSheetButton() {
  return (
    <button type="button" className="btn btn-big px-4" popoverTarget={sheetId}>
      {t('Run in')}
    </button>
  )
}

/** The bottom sheet on narrow screens, in which a reader chooses a target for the text. Choosing closes the sheet. */
export function RunSheet() {
  const { main, more } = runTargets[useWorksheet().medium]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: activating a link by keyboard fires a click too.
    <div
      id={sheetId}
      popover="auto"
      role="dialog"
      aria-label={t('Run in')}
      className="bottom-sheet lg:hidden"
      onClick={(event) => {
        if ((event.target as Element).closest('a')) event.currentTarget.hidePopover()
      }}
    >
      <SheetHead sheetId={sheetId}>{t('Run in')}</SheetHead>
      <p className="mb-1.5 text-ink-2 text-small">
        <RunNote targets={main} />
      </p>
      <div className="grid grid-cols-2 gap-x-4">
        {[...main, ...more].map((target) => (
          <RunLink key={target.id} target={target} className="choice">
            {target.name}
          </RunLink>
        ))}
      </div>
    </div>
  )
}
