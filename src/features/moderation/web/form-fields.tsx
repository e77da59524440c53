import { type ComponentProps, type ReactNode, useId } from 'react'

type Labelled = { label: string; help?: ReactNode; error?: string }

function About({ id, help, error }: Omit<Labelled, 'label'> & { id: string }) {
  if (!help && !error) return null
  return (
    <p id={id} className={error ? 'field-error' : 'text-ink-2 text-small'}>
      {error ?? help}
    </p>
  )
}

/** A text area. */
export function Note({ label, help, error, ...area }: Labelled & Omit<ComponentProps<'textarea'>, 'id'>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        rows={3}
        {...area}
        id={id}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={help || error ? `${id}about` : undefined}
      />
      <About id={`${id}about`} help={help} error={error} />
    </div>
  )
}

/** A select box. */
export function Choice({ label, help, error, ...select }: Labelled & Omit<ComponentProps<'select'>, 'id'>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        {...select}
        id={id}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={help || error ? `${id}about` : undefined}
      />
      <About id={`${id}about`} help={help} error={error} />
    </div>
  )
}

/** A checkbox. */
export function Check({ label, ...input }: { label: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className="flex min-h-8 items-center gap-2">
      <input {...input} type="checkbox" className="size-4.5 accent-ink" />
      {label}
    </label>
  )
}
