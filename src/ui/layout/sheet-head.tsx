import type { ReactNode } from 'react'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'

type Props = { sheetId: string; closeLabel?: string; className?: string; children: ReactNode }

/**
 * The head of a popover, such as a bottom sheet, with its title or a logo, and a Close button. `sheetId`: the popover's
 * id. `closeLabel`: the button's accessible name.
 */
export function SheetHead({ sheetId, closeLabel = t('Close'), className = 'mb-2', children }: Props) {
  return (
    <div className={`flex items-center justify-between ${className}`}>
      {typeof children === 'string' ? <b className="font-display text-h3">{children}</b> : children}
      <button
        type="button"
        className="btn-square"
        popoverTarget={sheetId}
        popoverTargetAction="hide"
        aria-label={closeLabel}
      >
        <Icon name="x" />
      </button>
    </div>
  )
}
