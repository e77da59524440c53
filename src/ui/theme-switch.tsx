import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useSyncExternalStore } from 'react'

const themes = [
  { value: '', label: 'Auto', Icon: Monitor },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
] as const

/** The storage key that public/theme.js reads before the first paint. */
const storageKey = 'theme'
const listeners = new Set<() => void>()

function choose(value: string) {
  const { dataset } = document.documentElement
  if (value) dataset.theme = value
  else delete dataset.theme
  try {
    if (value) localStorage.setItem(storageKey, value)
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage may be closed to us: the choice then holds for this page only.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Auto, Light or Dark. Auto follows the system; a choice is remembered in this browser. */
export function ThemeSwitch() {
  const chosen = useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset.theme ?? '',
    () => '',
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these buttons act at once.
    <div className="seg js-only" role="group" aria-label="Colour theme">
      {themes.map(({ value, label, Icon }) => (
        <button key={label} type="button" aria-pressed={chosen === value} onClick={() => choose(value)}>
          <Icon className="icon-sm" />
          {label}
        </button>
      ))}
    </div>
  )
}
