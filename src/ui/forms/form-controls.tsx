import { type ComponentProps, type ReactNode, useId } from 'react'
import { plural, t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'

type LabelProps = { label: string; error?: string; help?: ReactNode; aside?: ReactNode }

/** A control with its label above it, and an explanation or an error below it. */
export function LabeledControl({
  label,
  error,
  help,
  aside,
  children,
}: LabelProps & {
  children: (control: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode
}) {
  const id = useId()
  const descriptionId = error || help ? `${id}description` : undefined
  return (
    <div className="field">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': descriptionId })}
      {descriptionId && (
        <p id={descriptionId} className={error ? 'field-error' : 'text-ink-2 text-small'}>
          {error && <Icon name="circle-exclamation-point" className="icon-sm mt-0.5" />}
          {error ?? help}
        </p>
      )}
    </div>
  )
}

/** A text field with several lines. */
export function TextArea({
  label,
  error,
  help,
  aside,
  className = '',
  ...textarea
}: LabelProps & ComponentProps<'textarea'>) {
  return (
    <LabeledControl label={label} error={error} help={help} aside={aside}>
      {(control) => <textarea {...textarea} {...control} className={`input ${className}`} />}
    </LabeledControl>
  )
}

/** A select field with its label above it. */
export function Select({ label, error, help, aside, ...select }: LabelProps & ComponentProps<'select'>) {
  return (
    <LabeledControl label={label} error={error} help={help} aside={aside}>
      {(control) => <select {...select} {...control} className="input" />}
    </LabeledControl>
  )
}

/** A checkbox with its label next to it. */
export function Checkbox({ label, ...input }: { label: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className="flex min-h-8 items-center gap-2">
      <input {...input} type="checkbox" className="size-4.5 shrink-0 accent-ink" />
      {label}
    </label>
  )
}

/** Shows the number of characters and the maximum. Screen readers announce only how many characters are too many. */
export function CharacterCount({ length, max }: { length: number; max: number }) {
  const remaining = max - length
  return (
    <span className={`text-small tabular-nums ${remaining < 0 ? 'font-semibold text-bad' : 'text-ink-2'}`}>
      {t('{length} of {max}', { length, max })}
      <span className="sr-only" role="status">
        {remaining < 0 ? plural(-remaining, '{count} character too many', '{count} characters too many') : ''}
      </span>
    </span>
  )
}
