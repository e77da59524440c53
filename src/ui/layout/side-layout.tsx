import type { ReactNode } from 'react'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { SheetHead } from './sheet-head.tsx'

/** The id by which the button opens the sheet. A page has only one list with filters. */
const sheetId = 'filters'

/**
 * A list with filters (`side`) next to it. On narrow screens, the filters are in a bottom sheet, which works without
 * JavaScript.
 */
export function SideLayout({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 side:grid-cols-[15rem_minmax(0,1fr)]">
      <aside id={sheetId} popover="auto" className="bottom-sheet side-sheet" aria-label={t('Filters')}>
        <SheetHead sheetId={sheetId} closeLabel={t('Close filters')} className="mb-3 side:hidden">
          {t('Filters')}
        </SheetHead>
        {side}
      </aside>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

/**
 * The button that opens the sheet of `SideLayout`. It is shown only on narrow screens. `active`: how many filters are
 * chosen.
 */
export function FiltersButton({ active }: { active: number }) {
  return (
    <button type="button" className="btn side:hidden" popoverTarget={sheetId}>
      <Icon name="sliders-horizontal" className="icon-sm max-sm:hidden" />
      {t('Filters')}
      {active > 0 && <span className="text-ink-2 tabular-nums">{active}</span>}
    </button>
  )
}
