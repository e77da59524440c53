/**
 * A decoded form. Stripe's clients encode paths in field names, so `items[0][price]=x` becomes
 * `{ items: [{ price: 'x' }] }`. Values are strings.
 */
export type Form = { [name: string]: FormValue }
type FormValue = string | Form | FormValue[]

/** Parses a query string or the body of a form. */
export function parseForm(text: string): Form {
  const form = emptyForm()
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.split('[').map((part) => part.replace(/\]$/, ''))
    assign(form, [first, ...rest], value)
  }
  return toLists(form) as Form
}

/** Creates a form without a prototype, which a field named `__proto__[x]` would change. */
function emptyForm(): Form {
  return Object.create(null)
}

/** Sets the value at a path of names. An empty name appends to a list, as in `expand[]=x`. */
function assign(form: Form, [name = '', ...rest]: string[], value: string): void {
  const key = name === '' ? String(Object.keys(form).length) : name
  if (rest.length === 0) {
    form[key] = value
    return
  }
  const inner = form[key]
  const next: Form = typeof inner === 'object' && !Array.isArray(inner) ? inner : emptyForm()
  form[key] = next
  assign(next, rest, value)
}

/** Converts objects whose names are 0, 1, 2 and so on to lists. */
function toLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const names = Object.keys(value)
  const inner = names.map((name) => toLists(value[name] as FormValue))
  if (names.length > 0 && names.every((name, index) => name === String(index))) return inner
  return Object.fromEntries(names.map((name, index) => [name, inner[index] as FormValue]))
}

/** Returns a string value of the form, or undefined if the value is missing. */
export function textOf(form: Form, name: string): string | undefined {
  const value = form[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns a nested form, or an empty one if there is none. */
export function formOf(form: Form, name: string): Form {
  const value = form[name]
  return typeof value === 'object' && !Array.isArray(value) ? value : {}
}

/** Returns the metadata in the form. Leaves out values other than strings. */
export function metadataOf(form: Form): Record<string, string> {
  return Object.fromEntries(
    Object.entries(formOf(form, 'metadata')).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}
