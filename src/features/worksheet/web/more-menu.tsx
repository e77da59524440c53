import type { ReactNode } from 'react'
import type { Prompt } from '#features/catalogue/contract.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { SheetHead } from '#ui/layout/sheet-head.tsx'
import type { ShareRequest } from './use-share-request.ts'
import './more-menu.css'

/** The id by which buttons open the menu. A page has only one such menu. */
const menuId = 'more'

/** The formats in which a prompt can be downloaded, and their names. */
const downloadFormats = { md: 'Markdown', json: 'JSON', skill: 'SKILL.md', prompt: 'Dotprompt' }

/** A button that opens the menu. */
export function MoreButton({ className, children }: { className: string; children?: ReactNode }) {
  return (
    <button type="button" className={className} popoverTarget={menuId} aria-label={children ? undefined : t('More')}>
      <Icon name="ellipsis" className="icon-sm" />
      {children}
    </button>
  )
}

/**
 * The menu with everything that isn't needed to use the prompt: to share and download it and, from higher features
 * (`children`), to compare, change or report it. On narrow screens it is a bottom sheet. Works without JavaScript.
 */
export function MoreMenu({
  prompt: { slug },
  hasBlanks,
  requestShare,
  children,
}: {
  prompt: Pick<Prompt, 'slug'>
  hasBlanks: boolean
  requestShare: (action: ShareRequest['action']) => void
  children?: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: activating a link or button by keyboard fires a click too.
    <div
      id={menuId}
      popover="auto"
      role="dialog"
      aria-label={t('More')}
      className="bottom-sheet more-menu"
      onClick={(event) => {
        // A button that opens a dialog keeps the menu open, because the dialog is within it, and so does a download.
        if ((event.target as Element).closest('a:not([download]), [data-closes]')) event.currentTarget.hidePopover()
      }}
    >
      <SheetHead sheetId={menuId} className="mb-2 lg:hidden">
        {t('More')}
      </SheetHead>
      <button type="button" data-closes="" className="btn js-only" onClick={() => requestShare('share')}>
        <Icon name="share-2" className="icon-sm" />
        {t('Share')}
      </button>
      {hasBlanks && (
        <button type="button" data-closes="" className="btn js-only" onClick={() => requestShare('copy-link')}>
          <Icon name="copy" className="icon-sm" />
          {t('Copy link with my values')}
        </button>
      )}
      <button type="button" data-closes="" className="btn js-only" onClick={() => requestShare('picture')}>
        <Icon name="image" className="icon-sm" />
        {t('Picture of my text')}
      </button>
      <a className="btn" href={`/prompt/${slug}.md`}>
        <Icon name="file-text" className="icon-sm" />
        {t('Plain text')}
      </a>
      <div className="mb-2 flex gap-3 border-hair border-b px-3 pt-2.5 pb-3">
        <Icon name="download" className="icon-sm mt-0.5" />
        <div>
          <p className="font-medium text-[0.875rem]">{t('Download')}</p>
          <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-small">
            {Object.entries(downloadFormats).map(([format, label]) => (
              <a key={format} className="link" href={`/api/prompts/${slug}/export?format=${format}`} download>
                {label}
              </a>
            ))}
          </p>
        </div>
      </div>
      {children}
    </div>
  )
}
