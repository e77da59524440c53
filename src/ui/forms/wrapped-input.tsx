import type { ComponentProps } from 'react'
import { isComposing } from './is-composing.ts'

/** A field for one line of text. A long line wraps instead of being cut off. Enter submits the field's form. */
export function WrappedInput({ onChange, ...attributes }: Omit<ComponentProps<'textarea'>, 'rows' | 'onKeyDown'>) {
  return (
    <textarea
      className="input field-sizing-content resize-none"
      {...attributes}
      rows={1}
      onChange={(event) => {
        const { value } = event.target
        if (value.includes('\n')) event.target.value = value.replace(/(?<!\s)\s*\n\s*/g, ' ')
        onChange?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
        event.preventDefault()
        event.currentTarget.form?.requestSubmit()
      }}
    />
  )
}
