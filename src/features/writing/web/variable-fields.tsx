import { useDeferredValue, useId, useMemo, useState } from 'react'
import type { Variable } from '#features/variables/contract.ts'
import { labelOf } from '#features/variables/label-rules.ts'
import {
  hasOptions,
  type VariableKind,
  variableKinds,
  variableLimits,
} from '#features/variables/variable-kind-rules.ts'
import { variableError } from '#features/variables/variable-list-rules.ts'
import { variablesOf, withoutDefault } from '#features/variables/variable-rules.ts'
import { kindNames } from '#features/writing/variable-kind-name-rules.ts'
import { pluralize } from '#lib/numbers.ts'
import { Field } from '#ui/field.tsx'
import { Checkbox, Select, TextArea } from '#ui/form-controls.tsx'
import { FailureNote } from '#ui/note.tsx'
import { selectText } from './select-text.ts'

type FieldsProps = {
  content: string
  variables: Variable[]
  error?: string
  /** Gets the text too, because an initial value that is changed here is removed from the text. */
  onChange: (variables: Variable[], content: string) => void
}

/**
 * Lists the blanks of the text as the author types them, each with a select for its kind, and with fields for its
 * details once a kind is chosen. If a blank disappears from the text, its entry in `variables` is kept in case the
 * blank comes back.
 */
export function VariableFields({ content, variables, error, onChange }: FieldsProps) {
  const shownContent = useDeferredValue(content)
  const blanks = useMemo(() => variablesOf(shownContent), [shownContent])
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  const change = (name: string, next: Variable | null, hasNewDefault: boolean) =>
    onChange(
      [...variables.filter((variable) => variable.name !== name), ...(next ? [next] : [])],
      hasNewDefault ? withoutDefault(content, name) : content,
    )
  return (
    <>
      <p role="status" className="sr-only">
        {blanks.length > 0 && pluralize(blanks.length, 'blank')}
      </p>
      {blanks.length > 0 && (
        // A fieldset with a name and tabIndex, so that the form can move the focus to it if it has an error.
        <fieldset name="variables" tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <legend className="mb-1 font-semibold">{pluralize(blanks.length, 'blank')} to fill in</legend>
          <p className="text-ink-2 text-small">
            Optional. Choose a kind for a blank, and people get a matching field with your label and help.
          </p>
          {error && <FailureNote title="Check a blank">{error}</FailureNote>}
          <ul aria-label="Blanks" className="border-hair border-t">
            {blanks.map(({ name, default: defaultText }) => (
              <VariableField
                key={name}
                name={name}
                defaultText={defaultText}
                variable={byName.get(name)}
                onChange={(variable, hasNewDefault = false) => change(name, variable, hasNewDefault)}
              />
            ))}
          </ul>
        </fieldset>
      )}
    </>
  )
}

type FieldProps = {
  name: string
  /** The default as the prompt's text states it. */
  defaultText: string | null
  variable: Variable | undefined
  onChange: (variable: Variable | null, hasNewDefault?: boolean) => void
}

function VariableField({ name, defaultText, variable, onChange }: FieldProps) {
  const id = useId()
  const shown = variable && defaultText ? { ...variable, default: defaultText } : variable
  const error = shown && variableError({ ...shown, default: defaultText ? null : shown.default }, [defaultText ?? ''])
  return (
    <li className="border-hair border-b py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <button
          type="button"
          className="flex min-h-9 min-w-0 items-center gap-3 text-small"
          onClick={() => selectText(new RegExp(String.raw`(?<!\\)\{\{${name} *(?::[^{}]*)?\}\}`, 'u'))}
        >
          <span className="sr-only">Show</span>
          <code className="blank text-body" dir="auto">
            {name}
          </code>
          {defaultText && (
            <span className="truncate text-ink-2" dir="auto">
              {defaultText}
            </span>
          )}
        </button>
        <label htmlFor={id} className="sr-only">
          Kind of {name}
        </label>
        <select
          id={id}
          className="input w-auto"
          value={variable?.kind ?? ''}
          onChange={({ target }) => onChange(withKind(name, variable, target.value as VariableKind | ''))}
        >
          <option value="">Any text</option>
          {variableKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindNames[kind]}
            </option>
          ))}
        </select>
      </div>
      {shown && (
        <fieldset className="mt-3 mb-2 grid gap-4 sm:grid-cols-2">
          <legend className="sr-only">{`About ${name}`}</legend>
          <Details variable={shown} onChange={(change) => onChange({ ...shown, ...change }, 'default' in change)} />
          {error && (
            <p role="status" className="field-error sm:col-span-2">
              {error}
            </p>
          )}
        </fieldset>
      )}
    </li>
  )
}

/**
 * Changes the kind of a blank. Drops what the new kind doesn't have, such as options, and the default unless both kinds
 * are texts. Returns null if `kind` is ''.
 */
function withKind(name: string, before: Variable | undefined, kind: VariableKind | ''): Variable | null {
  if (kind === '') return null
  const { label, help, required, min, max, options, default: defaultText = null } = before ?? {}
  return {
    name,
    kind,
    label,
    help,
    required,
    default: before && isText(before.kind) && isText(kind) ? defaultText : null,
    ...(kind === 'number' && { min, max }),
    ...(hasOptions(kind) && { options }),
  }
}

function isText(kind: VariableKind | undefined): boolean {
  return kind === 'text' || kind === 'long-text'
}

function Details({ variable, onChange }: { variable: Variable; onChange: (change: Partial<Variable>) => void }) {
  const { name, kind, label = '', help = '', required = false, min, max } = variable
  const defaultField = { value: variable.default ?? '', label: 'Initial value', help: 'Optional.' }
  const setDefault = (text: string) => onChange({ default: text || null })
  return (
    <>
      <Field
        label="Label"
        name={`${name}.label`}
        help={`Optional. Otherwise “${labelOf(name)}”.`}
        maxLength={variableLimits.label}
        value={label}
        onChange={({ target }) => onChange({ label: target.value || undefined })}
        dir="auto"
        autoComplete="off"
      />
      <Field
        label="Help"
        name={`${name}.help`}
        help="Optional. A sentence below the field."
        maxLength={variableLimits.help}
        value={help}
        onChange={({ target }) => onChange({ help: target.value || undefined })}
        dir="auto"
        autoComplete="off"
      />
      {hasOptions(kind) && <Options variable={variable} onChange={onChange} />}
      {kind === 'number' && (
        <>
          <Bound label="Lowest" name={`${name}.min`} value={min} onChange={(value) => onChange({ min: value })} />
          <Bound label="Highest" name={`${name}.max`} value={max} onChange={(value) => onChange({ max: value })} />
        </>
      )}
      {kind === 'choice' || kind === 'yes-no' ? (
        <Select {...defaultField} name={`${name}.default`} onChange={({ target }) => setDefault(target.value)}>
          <option value="">Nothing</option>
          {defaultOptions(variable).map((option) => (
            <option key={option}>{option}</option>
          ))}
        </Select>
      ) : kind === 'long-text' ? (
        <TextArea
          {...defaultField}
          name={`${name}.default`}
          rows={2}
          onChange={({ target }) => setDefault(target.value)}
          dir="auto"
        />
      ) : (
        <Field
          {...defaultField}
          name={`${name}.default`}
          type={kind === 'date' ? 'date' : 'text'}
          help={kind === 'choices' ? 'Optional. Separate options with commas.' : defaultField.help}
          onChange={({ target }) => setDefault(target.value)}
          dir="auto"
          autoComplete="off"
        />
      )}
      <Checkbox
        label="Required"
        checked={required}
        onChange={({ target }) => onChange({ required: target.checked || undefined })}
      />
    </>
  )
}

/** The choices for the default. They include a default that is no longer an option, so that its error makes sense. */
function defaultOptions({ kind, options = [], default: defaultText }: Variable): string[] {
  const all = kind === 'yes-no' ? ['yes', 'no'] : [...new Set(options)]
  return defaultText && !all.includes(defaultText) ? [defaultText, ...all] : all
}

function Options({ variable, onChange }: { variable: Variable; onChange: (change: Partial<Variable>) => void }) {
  const { name, options = [] } = variable
  // The text as the author typed it; the list of options has no empty lines.
  const [text, setText] = useState(options.join('\n'))
  return (
    <div className="sm:col-span-2">
      <TextArea
        label="Options"
        name={`${name}.options`}
        help={`One on each line, 2 to ${variableLimits.options}.`}
        rows={3}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          onChange({ options: target.value.split('\n').flatMap((line) => line.trim() || []) })
        }}
        dir="auto"
      />
    </div>
  )
}

type BoundProps = { label: string; name: string; value: number | undefined; onChange: (value?: number) => void }

function Bound({ label, name, value, onChange }: BoundProps) {
  return (
    <Field
      label={label}
      name={name}
      type="number"
      step="any"
      help="Optional."
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
    />
  )
}
