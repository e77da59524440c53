import type { ComponentProps } from 'react'
import type { CodeForm } from '#features/second-factor/web/code-form.tsx'
import { Deferred } from '#ui/lists/deferred.tsx'

const load = () => import('#features/second-factor/web/code-form.tsx').then(({ CodeForm }) => CodeForm)

/** The form for the second step of a sign-in. The form's script is loaded only when the form is shown. */
export function codeForm(step: ComponentProps<typeof CodeForm>) {
  return <Deferred load={load} props={step} />
}
