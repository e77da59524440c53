import { useDeferredValue, useMemo } from 'react'
import { promptLimits } from '#features/catalogue/rules.ts'
import { suggestTitle } from '#features/writing/title-suggestion-rules.ts'
import { lengthOf } from '#lib/short-text.ts'
import { t } from '#lib/texts.ts'
import { CharacterCount, LabeledControl } from '#ui/forms/form-controls.tsx'
import { WrappedInput } from '#ui/forms/wrapped-input.tsx'
import { rich } from '#ui/rich.ts'

/**
 * The field for a prompt's title. A long title wraps. While the field is empty, it offers a title based on the content.
 */
export function TitleField({
  title,
  content,
  error,
  onChange,
}: {
  title: string
  content: string
  error?: string
  onChange: (title: string) => void
}) {
  const deferredContent = useDeferredValue(content)
  const suggestion = useMemo(() => suggestTitle(deferredContent), [deferredContent])
  const isOffered = suggestion !== null && title.trim() === ''
  return (
    <LabeledControl
      label={t('Title')}
      error={error}
      aside={<CharacterCount length={lengthOf(title)} max={promptLimits.titleMax} />}
    >
      {(control) => (
        <>
          <WrappedInput
            {...control}
            name="title"
            dir="auto"
            autoComplete="off"
            value={title}
            onChange={(event) => onChange(event.target.value)}
          />
          {isOffered && (
            <button
              type="button"
              className="chip justify-self-start"
              onClick={() => {
                onChange(suggestion)
                document.getElementById(control.id)?.focus()
              }}
            >
              {rich('Use {b}', { b: <b dir="auto">“{suggestion}”</b> })}
            </button>
          )}
        </>
      )}
    </LabeledControl>
  )
}
