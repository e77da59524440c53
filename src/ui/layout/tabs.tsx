import { type KeyboardEvent, type ReactNode, useId } from 'react'

type Tab<Id extends string> = { id: Id; label: string; panel: ReactNode }

/** Which tab each key selects. `at`: the index of the selected tab. `last`: the index of the last tab. */
const steps: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Tabs, one of which is open. The arrow keys, Home and End select a tab and open it. */
export function Tabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
}: {
  label: string
  tabs: Tab<Id>[]
  selected: Id
  onSelect: (id: Id) => void
}) {
  const base = useId()
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key]
    const at = tabs.findIndex(({ id }) => id === selected)
    const next = step && tabs[step(at, tabs.length - 1)]
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    document.getElementById(`${base}${next.id}`)?.focus()
  }
  return (
    <>
      <div role="tablist" aria-label={label} className="tabs" onKeyDown={onKey}>
        {tabs.map(({ id, label }) => (
          <button
            key={id}
            id={`${base}${id}`}
            type="button"
            role="tab"
            aria-selected={id === selected}
            aria-controls={id === selected ? `${base}panel` : undefined}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
          >
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}panel`} aria-labelledby={`${base}${selected}`}>
        {tabs.find(({ id }) => id === selected)?.panel}
      </div>
    </>
  )
}
