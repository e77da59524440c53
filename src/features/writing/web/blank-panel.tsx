import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Variable } from '#features/variables/contract.ts'
import { labelOf } from '#features/variables/label-rules.ts'
import { hasOptions, variableKinds, variableLimits } from '#features/variables/variable-kind-rules.ts'
import { variableError } from '#features/variables/variable-list-rules.ts'
import { defaultsOf, nameMax } from '#features/variables/variable-rules.ts'
import {
  describedBlank,
  nameError,
  renameBlank,
  type TextWithBlanks,
  withDescription,
  withKind,
} from '#features/writing/blank-change-rules.ts'
import { kindNames } from '#features/writing/variable-kind-name-rules.ts'
import { t } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { Checkbox, Select, TextArea } from '#ui/forms/form-controls.tsx'
import { isComposing } from '#ui/forms/is-composing.ts'

type PanelProps = {
  text: TextWithBlanks
  /** The name of the blank. */
  name: string
  /** Whether the blank was just added, so that its name is typed first. */
  isNew: boolean
  /** Whether the focus moves to the name. After a tap it doesn't, because that would open a phone's keyboard. */
  focusesName: boolean
  /** Returns the chip of the blank, next to which the panel is shown on wide screens. */
  findChip: () => HTMLElement | null
  onChange: (text: TextWithBlanks) => void
  /** Makes a last change, closes the panel, and moves the focus behind the chip. */
  onDone: (change: () => void) => void
  /** Closes the panel of a new blank that the author doesn't want. `typedName`: what they typed as its name. */
  onCancel: (typedName: string) => void
  /** Moves the focus to the text, without closing the panel. */
  onReturn: () => void
}

/**
 * The name, kind, default and options of a blank: next to its chip or, on a phone, at the bottom of the screen. It
 * isn't modal, because what is typed takes effect immediately.
 */
export function BlankPanel(props: PanelProps) {
  const { text, name, isNew, focusesName, findChip, onChange, onDone, onCancel, onReturn } = props
  const panel = useRef<HTMLDialogElement>(null)
  const nameField = useRef<HTMLInputElement>(null)
  const [typedName, setTypedName] = useState(name)
  const [showsNameError, setShowsNameError] = useState(false)
  const kindId = useId()
  /** Whether the kind was last chosen by a press. Arrow keys pass over kinds, so they must not move the focus. */
  const isPressed = useRef(false)
  const blank = describedBlank(text, name)
  const kind = blank.kind ?? 'text'
  const inText = defaultsOf(text.content).get(name) ?? []
  const error = variableError({ ...blank, default: inText.length > 0 ? null : blank.default }, inText)
  const refusal = nameError(typedName.trim())
  usePlaceNextTo(panel, findChip)

  useLayoutEffect(() => {
    if (focusesName) nameField.current?.select()
    else panel.current?.focus({ preventScroll: true })
  }, [focusesName])

  const renamed = (typed = typedName): TextWithBlanks => {
    const next = typed.trim()
    return next === name || nameError(next) ? text : renameBlank(text, name, next)
  }
  const commitName = (typed?: string) => {
    const next = renamed(typed)
    if (next !== text) onChange(next)
  }
  const finish = (typed = typedName, end = '') => {
    const isRefused = nameError(typed.trim()) !== null
    if (isRefused && isNew) return onCancel(typed + end)
    setShowsNameError(isRefused)
    if (isRefused) return nameField.current?.focus()
    onDone(() => commitName(typed))
  }
  const change = (next: Variable) => {
    // A name that is still being typed keeps the blank's old name.
    onChange(withDescription(text, next))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isComposing(event.nativeEvent)) return
    const { target } = event
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      if (isNew) onCancel('')
      else onDone(commitName)
    } else if (event.key === 'Enter' && (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) {
      // Otherwise it would submit the form around the panel.
      event.preventDefault()
      finish()
    } else if (event.key === 'Enter' && target instanceof HTMLTextAreaElement && hasOptions(kind)) {
      // As in other lists, Enter on an empty last line ends the list.
      if (target.selectionStart < target.value.length || !target.value.endsWith('\n')) return
      event.preventDefault()
      finish()
    }
  }
  return (
    <dialog
      ref={panel}
      open
      className="blank-panel"
      aria-label={t('Blank {name}', { name })}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <Field
        ref={nameField}
        label={t('Name')}
        name="blank-name"
        error={showsNameError && refusal ? refusal : undefined}
        maxLength={nameMax + 1}
        value={typedName}
        onChange={({ target: { value } }) => {
          // Whoever types the syntax of blanks, such as `city:Lisbon}}`, can go on in it.
          const [, typed = '', sign] = /^([^:]*?)(:|\}\}|$)/.exec(value) ?? []
          setTypedName(typed)
          if (sign === '}}') return finish(typed, sign)
          if (sign !== ':') return
          commitName(typed)
          panel.current?.querySelector<HTMLElement>('[name="blank-default"]')?.focus()
        }}
        onBlur={() => commitName()}
        dir="auto"
        autoComplete="off"
        enterKeyHint="done"
      />
      <fieldset>
        <legend className="mb-1 font-semibold">{t('Kind')}</legend>
        <div className="flex flex-wrap gap-2">
          {variableKinds.map((value) => (
            <label
              key={value}
              className="chip"
              onPointerDown={() => {
                isPressed.current = true
              }}
            >
              <input
                type="radio"
                name={kindId}
                className="sr-only"
                checked={kind === value}
                onChange={() => {
                  change(withKind(blank, value))
                  // After a tap, the author of a new blank types on in the text, if the kind needs nothing else.
                  const isTap = isPressed.current && matchMedia('(pointer: coarse)').matches
                  if (isTap && isNew && !hasOptions(value)) onReturn()
                }}
                onKeyDown={() => {
                  isPressed.current = false
                }}
              />
              {kindNames[value]}
            </label>
          ))}
        </div>
      </fieldset>
      <Details
        key={kind}
        variable={{ ...blank, kind }}
        onChange={(next) => change({ ...blank, ...next })}
        focusesOptions={isPressed.current}
        onFinish={finish}
      />
      {error && (
        <p role="status" className="field-error">
          {error}
        </p>
      )}
      <div className="blank-panel-end">
        <button type="button" className="btn" onClick={() => finish()}>
          {t('Done', { context: 'button' })}
        </button>
      </div>
    </dialog>
  )
}

/** The space between a chip and its panel, in pixels. */
const gap = 6

/**
 * Places the panel below its chip, within the element around it. On a phone, the style sheet places it at the bottom of
 * the screen, above the keyboard.
 */
function usePlaceNextTo(panel: { current: HTMLDialogElement | null }, findChip: () => HTMLElement | null) {
  useEffect(() => {
    const element = panel.current
    const viewport = window.visualViewport
    if (!element) return
    const place = () => {
      const keyboard = viewport ? innerHeight - viewport.height - viewport.offsetTop : 0
      element.style.setProperty('--keyboard', `${Math.max(0, Math.round(keyboard))}px`)
      element.style.setProperty('--room', `${viewport?.height ?? innerHeight}px`)
      const [chip, around] = [findChip()?.getBoundingClientRect(), element.offsetParent?.getBoundingClientRect()]
      if (!chip || !around || getComputedStyle(element).position === 'fixed') return
      const left = Math.min(chip.left - around.left, around.width - element.offsetWidth)
      element.style.setProperty('--left', `${Math.max(0, left)}px`)
      element.style.setProperty('--top', `${chip.bottom - around.top + gap}px`)
    }
    place()
    // On a phone, the panel must not cover the chip.
    const isCovered = (findChip()?.getBoundingClientRect().bottom ?? 0) > element.getBoundingClientRect().top
    if (getComputedStyle(element).position !== 'fixed') element.scrollIntoView({ block: 'nearest' })
    else if (isCovered) findChip()?.scrollIntoView({ block: 'start' })
    // An editor that scrolls moves the chip, and its events don't bubble.
    addEventListener('scroll', place, true)
    addEventListener('resize', place)
    viewport?.addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, true)
      removeEventListener('resize', place)
      viewport?.removeEventListener('resize', place)
    }
  }, [panel, findChip])
}

type DetailsProps = {
  variable: Variable
  onChange: (change: Partial<Variable>) => void
  /** Whether the focus moves to the options, because the kind was just chosen by a press. */
  focusesOptions: boolean
  /** Called when the author types the braces that end a blank. */
  onFinish: () => void
}

function Details({ variable, onChange, focusesOptions, onFinish }: DetailsProps) {
  const { kind, label = '', help = '', required = false, min, max, name } = variable
  // As the author types it: a default can't have braces, but the two that end the blank come one by one.
  const [typedDefault, setTypedDefault] = useState(variable.default ?? '')
  const defaultField = { value: typedDefault, label: t('Starts as'), name: 'blank-default', help: t('Optional.') }
  const setDefault = (text: string) => {
    if (text.endsWith('}}')) return onFinish()
    setTypedDefault(text)
    onChange({ default: text || null })
  }
  return (
    <>
      {hasOptions(kind) && <Options variable={variable} focuses={focusesOptions} onChange={onChange} />}
      {kind === 'number' && (
        <div className="grid grid-cols-2 gap-4">
          <Bound label={t('Lowest')} name="blank-min" value={min} onChange={(value) => onChange({ min: value })} />
          <Bound label={t('Highest')} name="blank-max" value={max} onChange={(value) => onChange({ max: value })} />
        </div>
      )}
      {kind === 'choice' || kind === 'yes-no' ? (
        <Select {...defaultField} onChange={({ target }) => setDefault(target.value)}>
          <option value="">{t('Nothing')}</option>
          {defaultOptions(variable).map((option) => (
            <option key={option}>{option}</option>
          ))}
        </Select>
      ) : kind === 'long-text' ? (
        <TextArea {...defaultField} rows={2} onChange={({ target }) => setDefault(target.value)} dir="auto" />
      ) : (
        <Field
          {...defaultField}
          type={kind === 'date' ? 'date' : 'text'}
          help={kind === 'choices' ? t('Optional. Separate options with commas.') : defaultField.help}
          onChange={({ target }) => setDefault(target.value)}
          dir="auto"
          autoComplete="off"
        />
      )}
      <details open={Boolean(label || help || required)}>
        <summary className="min-h-8 cursor-pointer text-small">{t('Label, help and whether it is required')}</summary>
        <div className="mt-2 grid gap-4">
          <Field
            label={t('Label')}
            name="blank-label"
            help={t('Optional. Otherwise “{labelOf}”.', { labelOf: labelOf(name) })}
            maxLength={variableLimits.label}
            value={label}
            onChange={({ target }) => onChange({ label: target.value || undefined })}
            dir="auto"
            autoComplete="off"
          />
          <Field
            label={t('Help')}
            name="blank-help"
            help={t('Optional. A sentence that people see while they fill it in.')}
            maxLength={variableLimits.help}
            value={help}
            onChange={({ target }) => onChange({ help: target.value || undefined })}
            dir="auto"
            autoComplete="off"
          />
          <Checkbox
            label={t('Required')}
            checked={required}
            onChange={({ target }) => onChange({ required: target.checked || undefined })}
          />
        </div>
      </details>
    </>
  )
}

/** The choices for the default. They include a default that is no longer an option, so that its error makes sense. */
function defaultOptions({ kind, options = [], default: defaultText }: Variable): string[] {
  const all = kind === 'yes-no' ? ['yes', 'no'] : [...new Set(options)]
  return defaultText && !all.includes(defaultText) ? [defaultText, ...all] : all
}

type OptionsProps = Pick<DetailsProps, 'variable' | 'onChange'> & { focuses: boolean }

function Options({ variable, focuses, onChange }: OptionsProps) {
  const { options = [] } = variable
  const box = useRef<HTMLDivElement>(null)
  // The text as the author typed it; the list of options has no empty lines.
  const [text, setText] = useState(options.join('\n'))
  const [isFocused] = useState(focuses && options.length < 2)
  useEffect(() => {
    if (isFocused) box.current?.querySelector('textarea')?.focus()
  }, [isFocused])
  return (
    <div ref={box}>
      <TextArea
        label={t('Options')}
        name="blank-options"
        help={t('One on each line, 2 to {options}.', { options: variableLimits.options })}
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
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
    />
  )
}
