import { Icon } from './icon.tsx'

/** The title of a sheet from below, with the button that closes it. */
export function SheetHead({ title, sheetId, className = '' }: { title: string; sheetId: string; className?: string }) {
  return (
    <div className={`mb-2 flex items-center justify-between ${className}`}>
      <b className="font-display text-h3">{title}</b>
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
  )
}
