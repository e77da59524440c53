import { useSyncExternalStore } from 'react'
import { msg, t, translate } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'

const themes = [
  { value: '', label: msg('Auto'), icon: 'monitor' },
  { value: 'light', label: msg('Light'), icon: 'sun' },
  { value: 'dark', label: msg('Dark'), icon: 'moon' },
] as const

/** The key in localStorage. `public/early.js` reads the choice before the first paint. */
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
    // Without storage, the choice lasts until the page is reloaded.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Buttons for the themes Auto, Light and Dark. Auto follows the system. The choice is saved in this browser. */
export function ThemeSwitch() {
  const currentTheme = useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset.theme ?? '',
    () => '',
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these buttons act immediately.
    <div className="seg js-only" role="group" aria-label={t('Color theme')}>
      {themes.map(({ value, label, icon }) => (
        <button key={value} type="button" aria-pressed={currentTheme === value} onClick={() => choose(value)}>
          <Icon name={icon} className="icon-sm" />
          {translate(label)}
        </button>
      ))}
    </div>
  )
}
