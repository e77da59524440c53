import type { Prompt } from '#features/catalogue/contract.ts'
import { mainRunTargets, moreRunTargets } from '#features/worksheet/run-target-rules.ts'
import { Icon } from '#ui/icon.tsx'
import { Downloads } from './downloads.tsx'
import { RunLink } from './run-link.tsx'
import { ShareButton } from './share-button.tsx'

/** The id that connects the button with its sheet. A page has one sheet. */
const sheetId = 'more'

/** Opens the sheet, in the bottom bar of phones. */
export function MoreButton() {
  return (
    <button
      type="button"
      className="btn min-h-12 w-12 px-0"
      popoverTarget={sheetId}
      aria-label="More: run in, share, download"
    >
      <Icon name="ellipsis" />
    </button>
  )
}

/** The buttons of the side column, as a sheet from below on phones. Choosing one closes the sheet. */
export function MoreSheet({ prompt }: { prompt: Pick<Prompt, 'title' | 'slug'> }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: activating a link by keyboard fires a click too.
    <div
      id={sheetId}
      popover="auto"
      role="dialog"
      aria-label="Run in"
      className="up-sheet lg:hidden"
      onClick={(event) => {
        if ((event.target as Element).closest('a, .btn')) event.currentTarget.hidePopover()
      }}
    >
      <div className="mb-2 flex items-center justify-between">
        <b className="font-display text-h3">Run in</b>
        <button
          type="button"
          className="btn-square"
          popoverTarget={sheetId}
          popoverTargetAction="hide"
          aria-label="Close"
        >
          <Icon name="x" />
        </button>
      </div>
      <div className="mb-4 grid grid-cols-2 gap-x-4">
        {[...mainRunTargets, ...moreRunTargets].map((target) => (
          <RunLink key={target.id} target={target} className="choice">
            {target.name}
          </RunLink>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4 border-hair border-t pt-4">
        <ShareButton title={prompt.title} />
        <Downloads slug={prompt.slug} />
      </div>
    </div>
  )
}
