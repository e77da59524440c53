import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Choice } from './choice-list.tsx'

/**
 * The choices of a `ChoiceList` as a select field, for phones, where the list itself is in a sheet. The field needs
 * JavaScript. Arrow keys in the closed field only choose: Enter or leaving the field loads the page (WCAG 2.2, 3.2.2).
 */
export function ChoiceSelect({ label, choices }: { label: string; choices: Choice[] }) {
  const navigate = useNavigate()
  /** What was chosen by keys, but isn't loaded yet. */
  const [chosen, setChosen] = useState<string | null>(null)
  const isKeyDown = useRef(false)
  const load = (label: string) => {
    setChosen(null)
    const choice = choices.find((one) => one.label === label)
    if (choice && !choice.isCurrent) void navigate(choice.link)
  }
  return (
    <label className="js-only side:hidden">
      <span className="sr-only">{label}</span>
      <select
        className="input max-sm:max-w-40 max-sm:px-2"
        value={chosen ?? choices.find(({ isCurrent }) => isCurrent)?.label}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') return load(currentTarget.value)
          // In a closed field, a key changes the value at once. In an open list, the value changes when the list closes.
          isKeyDown.current = true
          setTimeout(() => {
            isKeyDown.current = false
          })
        }}
        onChange={({ target }) => (isKeyDown.current ? setChosen(target.value) : load(target.value))}
        onBlur={({ target }) => load(target.value)}
      >
        {choices.map(({ label }) => (
          <option key={label}>{label}</option>
        ))}
      </select>
    </label>
  )
}
