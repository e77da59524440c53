import { type FormEvent, useRef, useState } from 'react'

type Errors<Field extends string> = Partial<Record<Field, string>>

type Options<Field extends string> = {
  fields: readonly Field[]
  /** Returns the errors in these values. The object is empty if they are valid. */
  check: (values: Record<Field, string>) => Errors<Field>
  /** Sends the form. Returns the errors that the server found in fields, if any. */
  send: (values: Record<Field, string>, form: HTMLFormElement) => Promise<Errors<Field> | undefined>
}

/**
 * A form that is validated when it is submitted, and from then on with every change. Submitting moves the focus to the
 * first invalid field, and does nothing while the form is being sent. Its method is `post`, so that typed values never
 * end up in the URL and `public/early.js` delays the submit until hydration.
 */
export function useCheckedForm<Field extends string>({ fields, check, send }: Options<Field>) {
  const [errors, setErrors] = useState<Errors<Field>>({})
  const [isSending, setSending] = useState(false)
  /** Whether every change is validated, as it is after the first submit. */
  const isLive = useRef(false)

  function valuesOf(form: HTMLFormElement) {
    const data = new FormData(form)
    return Object.fromEntries(fields.map((field) => [field, String(data.get(field) ?? '')])) as Record<Field, string>
  }

  /** Shows the errors, and returns whether there are any. */
  function show(form: HTMLFormElement, newErrors: Errors<Field>) {
    setErrors(newErrors)
    const first = fields.find((field) => newErrors[field])
    // Waits until the error is rendered, so that screen readers read it along with the field.
    if (first) setTimeout(() => (form.elements.namedItem(first) as HTMLElement | null)?.focus())
    return first !== undefined
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isSending) return
    const values = valuesOf(form)
    isLive.current = true
    if (show(form, check(values))) return
    setSending(true)
    try {
      const serverErrors = await send(values, form)
      if (serverErrors) show(form, serverErrors)
      else isLive.current = false
    } finally {
      setSending(false)
    }
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    if (isLive.current) setErrors(check(valuesOf(event.currentTarget)))
  }

  // `form`: the props of the `<form>`.
  return { errors, isSending, form: { method: 'post', noValidate: true, onSubmit, onInput } }
}
