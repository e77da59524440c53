import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Icon } from './icon.tsx'

type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'name'> & {
  label: string
  name: string
  /** What to do about what was entered. Readers hear it with the field. */
  error?: string
  /** What the field is for, below it. */
  help?: ReactNode
  /** Stands across from the label, such as a link. */
  aside?: ReactNode
}

/** A text field with its label above, and what it is for or what is wrong below. */
export function Field({ label, error, help, aside, ...input }: FieldProps) {
  const id = useId()
  const about = error || help ? `${id}about` : undefined
  return (
    <div className="field">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <input
        {...input}
        id={id}
        className={input.className ?? 'input'}
        aria-invalid={error ? true : undefined}
        aria-describedby={about}
      />
      {about && (
        <p id={about} className={error ? 'field-error' : 'text-ink-2 text-small'}>
          {error && <Icon name="circle-exclamation-point" className="icon-sm mt-0.5" />}
          {error ?? help}
        </p>
      )}
    </div>
  )
}

/** A password that can be shown. The key's words say what it does; browsers' own eyes are turned off. */
export function PasswordField({ aside, ...props }: Omit<FieldProps, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      aside={
        <span className="flex flex-wrap items-baseline gap-x-4 text-small">
          {aside}
          <button type="button" className="link" aria-pressed={shown} onClick={() => setShown(!shown)}>
            Show<span className="sr-only"> password</span>
          </button>
        </span>
      }
    />
  )
}
