import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { hidden } from '#ui/hidden-text.tsx'
import { Icon } from '#ui/icon.tsx'
import { rich } from '#ui/rich.ts'

type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'name'> & {
  label: string
  name: string
  /** How to correct the value. Screen readers read it along with the field. */
  error?: string
  /** An explanation below the field. */
  help?: ReactNode
  /** Something at the other end of the label's line, such as a link. */
  aside?: ReactNode
}

/** A text field with its label above it, and an explanation or an error below it. */
export function Field({ label, error, help, aside, ...input }: FieldProps) {
  const id = useId()
  const descriptionId = error || help ? `${id}description` : undefined
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
        aria-describedby={descriptionId}
      />
      {descriptionId && (
        <p id={descriptionId} className={error ? 'field-error' : 'text-ink-2 text-small'}>
          {error && <Icon name="circle-exclamation-point" className="icon-sm mt-0.5" />}
          {error ?? help}
        </p>
      )}
    </div>
  )
}

/** A password field with a button that shows the password. */
export function PasswordField({ aside, ...props }: Omit<FieldProps, 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      aside={
        <span className="flex flex-wrap items-baseline gap-x-4 text-small">
          {aside}
          <button type="button" className="link" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {rich('Show<hidden> password</hidden>', { hidden })}
          </button>
        </span>
      }
    />
  )
}
