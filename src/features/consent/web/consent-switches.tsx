import { t } from '#lib/texts.ts'
import { type Switches, switchLabels, switchNames } from '../choice-rules.ts'

/** Shows a switch for each kind of storage. The switch for essential storage is always on. */
export function ConsentSwitches({
  switches,
  advertisingLocked,
  onChange,
}: {
  switches: Switches
  /** Whether the browser's privacy signal keeps advertising off. */
  advertisingLocked: boolean
  onChange: (switches: Switches) => void
}) {
  return (
    <div className="my-2 grid grid-cols-2 gap-x-6">
      <Switch label={t('Essential')} on disabled />
      {switchNames.map((name) => {
        const isLocked = name === 'advertising' && advertisingLocked
        return (
          <Switch
            key={name}
            label={switchLabels[name]}
            on={switches[name] && !isLocked}
            disabled={isLocked}
            onChange={(on) => onChange({ ...switches, [name]: on })}
          />
        )
      })}
    </div>
  )
}

function Switch(props: { label: string; on: boolean; disabled?: boolean; onChange?: (on: boolean) => void }) {
  const { label, on, disabled, onChange } = props
  return (
    <label className="flex min-h-11 items-center justify-between gap-3 font-semibold text-small">
      {label}
      <input
        type="checkbox"
        role="switch"
        className="switch"
        checked={on}
        aria-checked={on}
        disabled={disabled}
        onChange={(event) => onChange?.(event.target.checked)}
      />
    </label>
  )
}
