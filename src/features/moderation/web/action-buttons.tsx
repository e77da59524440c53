import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-names.ts'

/** What a moderator can do with the open row of a queue. `key` is the keyboard shortcut. */
export type RowAction = {
  key: string
  label: string
  icon?: IconName
  destructive?: boolean
  primary?: boolean
  run: () => void
}

/** The buttons of the open row, each with its keyboard shortcut. */
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

/** Returns the keyboard shortcuts of the actions, each with the function that it runs. */
export function toShortcuts(actions: RowAction[]): Record<string, () => void> {
  return Object.fromEntries(actions.map(({ key, run }) => [key, run]))
}
