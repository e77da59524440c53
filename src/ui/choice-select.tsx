import { useNavigate } from '@tanstack/react-router'
import type { Choice } from './choice-list.tsx'

/**
 * The choices of a `ChoiceList` as a select field, for phones, where the list itself is in a sheet. The field needs
 * JavaScript.
 */
export function ChoiceSelect({ label, choices }: { label: string; choices: Choice[] }) {
  const navigate = useNavigate()
  return (
    <label className="js-only side:hidden">
      <span className="sr-only">{label}</span>
      <select
        className="input"
        value={choices.find(({ isCurrent }) => isCurrent)?.label}
        onChange={({ target }) => void navigate(choices[target.selectedIndex]?.link ?? {})}
      >
        {choices.map(({ label }) => (
          <option key={label}>{label}</option>
        ))}
      </select>
    </label>
  )
}
