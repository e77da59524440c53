import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import { SheetHead } from '#ui/sheet-head.tsx'

/** The id that connects the button with the panel. A page has one panel. */
const panelId = 'more'

/** Opens the panel, in the bottom bar of phones. */
export function UsePanelButton() {
  return (
    <button type="button" className="btn min-h-12 w-12 px-0" popoverTarget={panelId} aria-label="More">
      <Icon name="ellipsis" />
    </button>
  )
}

/**
 * The side column of a prompt's page. On phones the same element is a sheet behind More; following one of its links
 * closes it. Without JavaScript it follows the text.
 */
export function UsePanel({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: activating a link by keyboard fires a click too.
    <aside
      id={panelId}
      popover="auto"
      className="use-panel up-sheet"
      aria-label="Use this prompt"
      onClick={({ target, currentTarget }) => {
        if ((target as Element).closest('a') && currentTarget.matches(':popover-open')) currentTarget.hidePopover()
      }}
    >
      <SheetHead title="More" sheetId={panelId} className="js-only lg:hidden" />
      {children}
    </aside>
  )
}
