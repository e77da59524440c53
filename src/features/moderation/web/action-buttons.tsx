import { t } from '#lib/texts.ts'
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
  /** What else the action does, as a sentence beside the buttons. */
  hint?: string
  run: () => void
}

/**
 * The buttons of the open row, each with its keyboard shortcut. On phones, they stay at the bottom of the window while
 * the row is in sight.
 */
export function ActionButtons({ actions }: { actions: RowAction[] }) {
  return (
    <div className="row-actions">
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
      {actions.map(
        ({ key, hint }) =>
          hint && (
            <p key={key} className="text-ink-2 text-small">
              {hint}
            </p>
          ),
      )}
    </div>
  )
}

/** Returns the action that asks why something is removed, and removes it. */
export const removeAction = (run: () => void, label = t('Remove')): RowAction => ({
  key: 'r',
  label,
  icon: 'x',
  destructive: true,
  hint: t('If you remove it, the author reads your reason.'),
  run,
})

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
