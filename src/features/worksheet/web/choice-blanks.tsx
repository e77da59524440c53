import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { Variable } from '#features/variables/contract.ts'
import { joinChoices, splitChoices, valueError } from '#features/variables/value-rules.ts'
import { describeBlank, titleOf } from '#features/worksheet/blank-rules.ts'
import { isSuggested } from '#features/worksheet/worksheet-rules.ts'
import { useWorksheet } from './use-worksheet.ts'

/** `fieldName`: the name under which a form without JavaScript sends the value, once for each blank. */
type ChoiceBlankProps = { variable: Variable; fieldName: string | undefined }

/**
 * A blank in the text that isn't typed: a select, a date, or several options to tick. It isn't loaded lazily, because
 * React would replace it, and what was chosen in it, if another blank were filled in before that.
 */
export function ChoiceBlank({ variable, fieldName }: ChoiceBlankProps) {
  const { values, suggestions, write } = useWorksheet()
  const control = useRef<HTMLElement>(null)
  const setControl = (element: HTMLElement | null) => {
    control.current = element
  }
  const { name, kind, options = ['yes', 'no'] } = variable
  const value = values[name] ?? ''
  const error = value === '' ? null : valueError(variable, value)
  const initialValue = useRef(value)
  useEffect(() => {
    // Stores what was chosen before hydration.
    const element = control.current
    const isField = element instanceof HTMLSelectElement || element instanceof HTMLInputElement
    if (isField && element.value !== initialValue.current) write(name, element.value)
  }, [name, write])
  const props = {
    'aria-label': titleOf(variable),
    'aria-description': describeBlank(variable),
    'aria-invalid': error ? true : undefined,
    title: error ?? undefined,
    className: 'blank blank-control',
    'data-name': name,
    'data-filled': value ? '' : undefined,
    'data-suggested': isSuggested(name, values, suggestions) ? '' : undefined,
  } as const
  const field = {
    ...props,
    name: fieldName,
    value,
    required: variable.required,
    onInput: (event: { currentTarget: { value: string } }) => write(name, event.currentTarget.value),
    // React requires this handler. `onInput` does the work, since it also gets what `early-events.ts` repeats.
    onChange: () => undefined,
  }
  if (kind === 'choices')
    return (
      <Several options={options} value={value} fieldName={fieldName} onChange={(next) => write(name, next)}>
        {(popover) => (
          <button
            ref={setControl}
            type="button"
            {...props}
            aria-label={value ? `${titleOf(variable)}: ${value}` : titleOf(variable)}
            popoverTarget={popover}
          >
            {value || titleOf(variable)}
          </button>
        )}
      </Several>
    )
  if (kind === 'date') {
    // A date field can't show a value that isn't a date.
    const type = error ? 'text' : 'date'
    return (
      <span className="blank blank-date">
        <span aria-hidden="true">{titleOf(variable)}</span>
        <input ref={setControl} type={type} {...field} className="" autoComplete="off" />
      </span>
    )
  }
  return (
    <select ref={setControl} {...field}>
      <option value="">{titleOf(variable)}</option>
      {(value === '' || options.includes(value) ? options : [value, ...options]).map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  )
}

/** Checkboxes in a popover, which `children` opens. They work without JavaScript too. */
function Several({
  options,
  value,
  fieldName,
  onChange,
  children,
}: {
  options: string[]
  value: string
  fieldName: string | undefined
  onChange: (value: string) => void
  children: (popoverId: string) => ReactNode
}) {
  const id = useId()
  const box = useRef<HTMLSpanElement>(null)
  const initial = useRef({ value, onChange })
  const chosen = splitChoices(value)
  const others = chosen.filter((choice) => !options.includes(choice))
  useEffect(() => {
    // Stores what was ticked before hydration.
    const ticked = tickedIn(box.current)
    if (ticked !== initial.current.value) initial.current.onChange(ticked)
  }, [])
  return (
    <>
      {children(id)}
      <span
        ref={box}
        id={id}
        popover="auto"
        className="blank-options border border-ink bg-raised px-4 py-2 font-sans text-body text-ink"
      >
        {[...others, ...options].map((option) => (
          <label key={option} className="flex min-h-9 items-center gap-2">
            <input
              type="checkbox"
              name={fieldName}
              value={option}
              className="size-4.5 accent-ink"
              checked={chosen.includes(option)}
              onChange={() => onChange(tickedIn(box.current))}
            />
            <span dir="auto">{option}</span>
          </label>
        ))}
      </span>
    </>
  )
}

/** Returns the value of the ticked boxes. It lists the options in the author's order, whatever the order of the clicks. */
function tickedIn(box: HTMLElement | null): string {
  const boxes = [...(box?.querySelectorAll('input') ?? [])]
  return joinChoices(boxes.flatMap(({ checked, value }) => (checked ? [value] : [])))
}
