import { useId } from 'react'
import type { Variable } from '#features/variables/contract.ts'
import { joinChoices, splitChoices, valueError } from '#features/variables/value-rules.ts'
import { titleOf } from '#features/worksheet/blank-rules.ts'
import { formatList } from '#lib/format-list.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { useWorksheet } from './use-worksheet.ts'
import './typed-fields.css'

/** A choice of up to this many options is shown as radio buttons, a longer one as a select. */
const radiosMax = 5

/**
 * A field for each blank of a prompt, for places that don't show the text, such as the palette. Prompts' pages have
 * their blanks in the text (`worksheet-text.tsx`).
 */
export function TypedFields({ variables }: { variables: Variable[] }) {
  const { values, write } = useWorksheet()
  const id = useId()
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  const shownVariables = Object.keys(values).map((name) => byName.get(name) ?? { name, default: null })
  const missingVariables = shownVariables.filter((variable) => variable.required && !values[variable.name]?.trim())
  return (
    <form className="typed" aria-label={t('Values')} onSubmit={(event) => event.preventDefault()}>
      {shownVariables.map((variable, index) => (
        <TypedField
          key={variable.name}
          id={`${id}-${index}`}
          variable={variable}
          value={values[variable.name] ?? ''}
          onChange={(value) => write(variable.name, value)}
        />
      ))}
      <p role="status" className="text-small">
        {missingVariables.length > 0 && t('Still needed: {list}.', { list: formatList(missingVariables.map(titleOf)) })}
      </p>
    </form>
  )
}

type FieldProps = { id: string; variable: Variable; value: string; onChange: (value: string) => void }

function TypedField({ id, variable, value, onChange }: FieldProps) {
  const error = value === '' ? null : valueError(variable, value)
  const { help } = variable
  const noteId = error || help ? `${id}-about` : undefined
  const isGroup = isGroupOfButtons(variable)
  const title = (
    <>
      <span dir="auto">{titleOf(variable)}</span>
      {variable.required && <span className="font-normal text-ink-2"> {t('(required)')}</span>}
    </>
  )
  const note = noteId && (
    <p id={noteId} className={error ? 'field-error' : 'text-ink-2 text-small'} dir="auto">
      {error && <Icon name="circle-exclamation-point" className="icon-sm mt-0.5" />}
      {error ?? help}
    </p>
  )
  if (isGroup)
    return (
      <fieldset className="field" aria-describedby={noteId}>
        <legend className="mb-1 font-semibold">{title}</legend>
        <Buttons variable={variable} value={value} onChange={onChange} />
        {note}
      </fieldset>
    )
  return (
    <div className={variable.kind === 'long-text' ? 'field col-span-full' : 'field'}>
      <label htmlFor={id}>{title}</label>
      <Control id={id} noteId={noteId} isWrong={error !== null} variable={variable} value={value} onChange={onChange} />
      {note}
    </div>
  )
}

function isGroupOfButtons({ kind, options = [] }: Variable): boolean {
  return kind === 'yes-no' || kind === 'choices' || (kind === 'choice' && options.length <= radiosMax)
}

/** Radio buttons for choosing one of a few options, checkboxes for choosing several. */
function Buttons({ variable, value, onChange }: Omit<FieldProps, 'id'>) {
  const { name, kind, required, options = ['yes', 'no'] } = variable
  const allowsSeveral = kind === 'choices'
  const chosen = allowsSeveral ? splitChoices(value) : [value]
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      {options.map((option) => (
        <label key={option} className="flex min-h-8 items-center gap-2 font-normal">
          <input
            type={allowsSeveral ? 'checkbox' : 'radio'}
            name={name}
            value={option}
            className="size-4.5 accent-ink"
            required={required && !allowsSeveral}
            checked={chosen.includes(option)}
            onChange={({ target }) => {
              const others = chosen.filter((other) => other !== option)
              if (!allowsSeveral) onChange(option)
              // The value lists the chosen options in the author's order, whatever the order of the clicks.
              else
                onChange(
                  joinChoices(options.filter((each) => (each === option ? target.checked : others.includes(each)))),
                )
            }}
          />
          <span dir="auto">{kind === 'yes-no' ? translate(labels[option as 'yes' | 'no']) : option}</span>
        </label>
      ))}
    </span>
  )
}

const labels = { yes: msg('Yes'), no: msg('No') }

/** The native control for a blank whose value is typed or chosen from a select. */
function Control({
  id,
  noteId,
  isWrong,
  variable,
  value,
  onChange,
}: FieldProps & { noteId: string | undefined; isWrong: boolean }) {
  const { name, kind, required, min, max, options = [] } = variable
  const sharedProps = {
    id,
    name,
    required,
    className: 'input',
    'aria-describedby': noteId,
    'aria-invalid': isWrong || undefined,
    dir: 'auto' as const,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  if (kind === 'long-text') return <textarea {...sharedProps} rows={3} value={value} />
  if (kind === 'choice')
    return (
      <select {...sharedProps} value={value}>
        <option value="">{t('Choose one')}</option>
        {(value === '' || options.includes(value) ? options : [value, ...options]).map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )
  const fitsKind = value === '' || valueError({ name, default: null, kind }, value) === null
  // A number or date field can't show a value that isn't a number or date, so the value gets a text field.
  const type = fitsKind && (kind === 'number' || kind === 'date') ? kind : 'text'
  const bounds = type === 'number' ? { min, max, step: 'any', inputMode: 'decimal' as const } : {}
  return <input {...sharedProps} {...bounds} type={type} value={value.replaceAll('\n', ' ')} autoComplete="off" />
}
