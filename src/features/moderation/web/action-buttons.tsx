import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-names.ts'
import type { SingleKey } from '#ui/single-keys.ts'

type Letters<Text extends string> = Text extends `${infer First}${infer Rest}` ? First | Letters<Rest> : never
/** The keys of actions: all letters except `u` (undo) and the shortcuts that every page has (single-keys.ts). */
export type ActionKey = Exclude<Letters<'abcdefghijklmnopqrstuvwxyz'>, SingleKey | 'u'>

/** What a moderator can do with the open row of a queue. `key` is the keyboard shortcut, unique in the row. */
export type RowAction = {
  key: ActionKey
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

/**
 * Returns the keyboard shortcuts of the actions, each with the function that it runs. Throws an Error if two actions
 * have the same key.
 */
export function toShortcuts(actions: RowAction[]): Record<string, () => void> {
  for (const { key, label } of actions) {
    const other = actions.find((action) => action.key === key && action.label !== label)
    if (other)
      throw new Error(`“${label}” and “${other.label}” have the same key, ${key}. Choose another key for one of them.`)
  }
  return Object.fromEntries(actions.map(({ key, run }) => [key, run]))
}
