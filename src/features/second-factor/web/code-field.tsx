import { factorMessages } from '#features/second-factor/rules.ts'
import { msg, translate } from '#lib/texts.ts'
import { focusOnMount } from '#ui/focus-on-mount.ts'
import { Field } from '#ui/forms/field.tsx'

const kinds = {
  code: { label: msg('Code'), autoComplete: 'one-time-code', inputMode: 'numeric' },
  recovery: { label: msg('Recovery code'), autoComplete: 'off' },
  either: { label: msg('Code'), autoComplete: 'one-time-code' },
} as const

type Props = {
  /** What the field accepts: a code from the authenticator, a recovery code, or either. */
  kind?: keyof typeof kinds
  error?: string
  help?: string
  /** Whether the field receives focus when it appears. */
  takesFocus?: boolean
}

/** The field for a code. For a code from the authenticator, phones show a number pad and can fill the code in. */
export function CodeField({ kind = 'code', takesFocus = false, ...field }: Props) {
  const { label, ...attributes } = kinds[kind]
  return (
    <Field
      {...field}
      {...attributes}
      label={translate(label)}
      name="code"
      autoCapitalize="none"
      spellCheck={false}
      ref={takesFocus ? focusOnMount : undefined}
    />
  )
}

/** Returns an error if no code was entered. */
export function findCodeErrors({ code }: { code: string }): { code?: string } {
  return code.trim() === '' ? { code: factorMessages.codeMissing } : {}
}
