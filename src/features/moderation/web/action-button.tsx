import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-names.ts'

export type Act = { key: string; label: string; icon?: IconName; bad?: boolean; main?: boolean; run: () => void }

/** The buttons of the open row, each labeled with its keyboard shortcut. */
export function ActionButtons({ acts }: { acts: Act[] }) {
  return (
    <div className="flex flex-wrap gap-2">
      {acts.map(({ key, label, icon, bad, main, run }) => (
        <button
          key={key}
          type="button"
          className={`btn ${main ? 'btn-key' : bad ? 'btn-bad' : ''}`}
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

/** The keyboard shortcuts of a list of acts. */
export function keysOf(acts: Act[]): Record<string, () => void> {
  return Object.fromEntries(acts.map(({ key, run }) => [key, run]))
}
