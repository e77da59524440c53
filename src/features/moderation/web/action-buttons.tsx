import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-names.ts'

/** What can be done with the open row of a queue. `key`: the keyboard shortcut. */
export type RowAction = {
  key: string
  label: string
  icon?: IconName
  destructive?: boolean
  primary?: boolean
  run: () => void
}

/** The buttons of the open row, each labeled with its keyboard shortcut. */
export function ActionButtons({ actions }: { actions: RowAction[] }) {
  return (
    <div className="flex flex-wrap gap-2">
      {actions.map(({ key, label, icon, destructive, primary, run }) => (
        <button
          key={key}
          type="button"
          className={`btn ${primary ? 'btn-primary' : destructive ? 'btn-bad' : ''}`}
          aria-keyshortcuts={key}
          onClick={run}
        >
          {icon && <Icon name={icon} className="icon-sm" />}
          {label}
          <span aria-hidden="true">
            <kbd className="kbd">{key}</kbd>
          </span>
        </button>
      ))}
    </div>
  )
}

/** The keyboard shortcuts of a list of actions. */
export function toShortcuts(actions: RowAction[]): Record<string, () => void> {
  return Object.fromEntries(actions.map(({ key, run }) => [key, run]))
}
