import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Variable } from '#features/variables/contract.ts'
import { labelOf } from '#features/variables/label-rules.ts'
import { valueError } from '#features/variables/value-rules.ts'
import type { Segment } from '#features/variables/variable-rules.ts'
import { describeBlank, isChosen, titleOf } from '#features/worksheet/blank-rules.ts'
import {
  isJson,
  isSuggested,
  linesOf,
  longTextLength,
  piecesOf,
  type Values,
} from '#features/worksheet/worksheet-rules.ts'
import { t } from '#lib/texts.ts'
import { isComposing } from '#ui/forms/is-composing.ts'
import { rich } from '#ui/rich.ts'
import { ChoiceBlank } from './choice-blanks.tsx'
import { blanksIn, isEmpty, isTyped } from './focus-blank.ts'
import { useWorksheet } from './use-worksheet.ts'

/** Returns the text of a blank, without the line break that browsers add after the last of several lines. */
function textIn(blank: HTMLElement): string {
  return (blank.textContent ?? '').replace(/\n$/, '')
}

/**
 * Moves focus on Enter: to the next empty blank or, if there is none, to the Copy button. Shift+Enter starts a new
 * line, and so does Enter in a long text.
 */
function onEnter(event: KeyboardEvent<HTMLElement>) {
  const blank = event.target as HTMLElement
  if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
  if (!isTyped(blank) || blank.ariaMultiLine === 'true') return
  event.preventDefault()
  const blanks = blanksIn(event.currentTarget.parentElement as HTMLElement)
  const next = blanks.slice(blanks.indexOf(blank) + 1).find(isEmpty)
  const copyButtons = [...document.querySelectorAll<HTMLElement>('[data-key="copy"]')]
  const target = next ?? copyButtons.find((button) => button.checkVisibility())
  target?.focus()
}

/** Expands a collapsed text when it receives focus. The text stays expanded. */
function expandText({ currentTarget }: FocusEvent<HTMLElement>) {
  const details = currentTarget.parentElement?.querySelector<HTMLDetailsElement>('.show-all')
  if (details) details.open = true
}

/** Selects a default in its blank, so that typing replaces it. */
function selectDefault(blank: HTMLElement) {
  if (isTyped(blank) && blank.hasAttribute('data-suggested')) getSelection()?.selectAllChildren(blank)
}

const noVariables: Variable[] = []

/**
 * The prompt's text with editable blanks. React renders it once per text, because the browser edits the blanks. A blank
 * is updated only if its value was changed elsewhere, such as in a field. `length` is that of the prompt's content. If
 * the author has described blanks in `variables`, the text is a form: without JavaScript, the server answers it with
 * the filled-in text. With JavaScript, nothing typed leaves the browser. `slug` is the prompt's, which a preview lacks.
 */
export function WorksheetText({
  language,
  length,
  variables = noVariables,
  slug,
}: {
  language: string
  length: number
  variables?: Variable[]
  slug?: string
}) {
  const { segments, values, suggestions, write } = useWorksheet()
  const root = useRef<HTMLElement>(null)
  const initialValues = useRef(values)
  /** The blank that the current pointer press focuses. */
  const pressed = useRef<EventTarget>(null)
  /** The blank that was focused when the window lost focus. */
  const focusedBefore = useRef<EventTarget>(null)
  const [focusedName, setFocusedName] = useState<string | null>(null)
  const described = useMemo(
    () => new Map(variables.flatMap((variable) => (variable.kind ? [[variable.name, variable]] : []))),
    [variables],
  )

  useEffect(() => {
    for (const blank of typedBlanksIn(root.current)) {
      // In a browser that doesn't support `plaintext-only`, the blank would be read-only.
      if (!blank.isContentEditable) blank.contentEditable = 'true'
      // Stores what was typed before hydration.
      const name = blank.dataset.name as string
      if (textIn(blank) !== (initialValues.current[name] ?? '')) write(name, textIn(blank))
    }
  }, [write])

  useEffect(() => {
    for (const blank of typedBlanksIn(root.current)) {
      const name = blank.dataset.name as string
      const value = values[name] ?? ''
      const variable = described.get(name)
      if (blank !== document.activeElement && blank.textContent !== value) blank.textContent = value
      blank.toggleAttribute('data-suggested', isSuggested(name, values, suggestions))
      blank.ariaInvalid = variable && value && valueError(variable, value) ? 'true' : null
    }
  }, [values, suggestions, described])

  const focused = focusedName === null ? undefined : described.get(focusedName)
  const isForm = described.size > 0
  const Root = isForm ? 'form' : 'div'
  const form = isForm && {
    action: slug && `/api/prompts/${slug}/filled`,
    'aria-label': t('Values'),
    onSubmit: (event: { preventDefault: () => void }) => event.preventDefault(),
  }
  return (
    <Root
      ref={(element: HTMLElement | null) => {
        root.current = element
      }}
      {...form}
      className={length > longTextLength ? 'worksheet-text worksheet-text-long relative' : 'worksheet-text relative'}
      dir="auto"
      lang={language}
      onKeyDown={onEnter}
      onPointerDown={({ target }) => {
        pressed.current = target === document.activeElement ? null : target
      }}
      onFocus={(event: FocusEvent<HTMLElement>) => {
        expandText(event)
        setFocusedName(event.target.dataset.name ?? null)
        if (event.target !== focusedBefore.current) selectDefault(event.target)
      }}
      onClick={({ target }) => {
        // The press that focused the blank also placed the caret, which undid the selection. A second press may place
        // the caret within the default.
        if (pressed.current === target && getSelection()?.isCollapsed) selectDefault(target as HTMLElement)
      }}
      onInput={({ target, nativeEvent }) => {
        if (!isTyped(target)) return
        const blank = target as HTMLElement
        const value = textIn(blank)
        // Removes the line break that the browser leaves in an emptied blank, which would otherwise not show its name.
        if (!value.trim() && !(nativeEvent as InputEvent).isComposing) blank.textContent = ''
        write(blank.dataset.name as string, value.trim() && value)
      }}
      onBlur={({ target }) => {
        setFocusedName(null)
        focusedBefore.current = target === document.activeElement ? target : null
        if (isTyped(target) && target.textContent !== textIn(target)) target.textContent = textIn(target)
      }}
      onPaste={(event) => {
        if (!isTyped(event.target)) return
        event.preventDefault()
        document.execCommand('insertText', false, event.clipboardData.getData('text/plain'))
      }}
    >
      <TextPieces segments={segments} initialValues={values} length={length} described={described} />
      {focused && <BlankHint variable={focused} value={values[focused.name] ?? ''} />}
      {isForm && (
        <noscript>
          <p>
            {rich(
              '<button>Fill in</button> Without JavaScript, the values are sent to this site, which returns the filled-in text and stores nothing.',
              {
                button: (text) => (
                  <button type="submit" className="btn btn-primary">
                    {text}
                  </button>
                ),
              },
            )}
          </p>
        </noscript>
      )}
    </Root>
  )
}

function typedBlanksIn(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[data-name]') ?? [])].filter(isTyped)
}

/** Below the focused blank: its label, and what its author says about it or what is wrong with its value. */
function BlankHint({ variable, value }: { variable: Variable; value: string }) {
  const hint = useRef<HTMLParagraphElement>(null)
  const error = value === '' ? null : valueError(variable, value)
  const description = describeBlank(variable)
  useLayoutEffect(() => {
    const element = hint.current
    const around = element?.parentElement?.getBoundingClientRect()
    const blank = [...(document.activeElement?.getClientRects() ?? [])].at(-1)
    if (!element || !around || !blank) return
    const left = Math.min(blank.left - around.left, around.width - element.offsetWidth)
    element.style.setProperty('left', `${Math.max(0, left)}px`)
    element.style.setProperty('top', `${blank.bottom - around.top}px`)
  })
  return (
    <p
      ref={hint}
      className="blank-hint pointer-events-none absolute z-10 max-w-full bg-ink px-2 py-1 font-sans text-raised text-small leading-snug"
      hidden={!value && !error && !description}
    >
      {value && <b aria-hidden="true">{titleOf(variable)}</b>} <span role="status">{error}</span>
      {/* Screen readers read it as the description of the blank. */}
      {!error && <span aria-hidden="true">{description}</span>}
    </p>
  )
}

type Described = ReadonlyMap<string, Variable>

const TextPieces = memo(
  function TextPieces({
    segments,
    initialValues,
    length,
    described,
  }: {
    segments: Segment[]
    initialValues: Values
    length: number
    described: Described
  }) {
    const pieces = useMemo(() => piecesOf(segments, length), [segments, length])
    const firstUses = useMemo(() => firstUsesOf(segments), [segments])
    const className = length > longTextLength ? 'text-piece' : undefined
    const show = (piece: Segment[]): ReactNode =>
      piece.map((segment, index) =>
        segment.kind === 'text' ? (
          segment.text
        ) : (
          <Blank
            // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a text have no ids and never move.
            key={index}
            name={segment.name}
            value={initialValues[segment.name] ?? ''}
            described={described}
            isFirst={firstUses.has(segment)}
          />
        ),
      )
    if (!isJson(segments))
      return pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no ids and never move.
        <div key={index} className={className}>
          {show(piece)}
        </div>
      ))
    return pieces.map((piece, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <div key={index} className={className}>
        {linesOf(piece).map(({ level, segments }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <div key={index} className={`hang hang-${level}`}>
            {show(segments)}
          </div>
        ))}
      </div>
    ))
  },
  (before, after) => before.segments === after.segments && before.described === after.described,
)

/** Returns the first use of each blank. */
function firstUsesOf(segments: Segment[]): Set<Segment> {
  const names = new Set<string>()
  return new Set(
    segments.filter((segment) => segment.kind === 'variable' && !names.has(segment.name) && names.add(segment.name)),
  )
}

/** A label with up to this many characters fits on one line of the narrowest screen. */
const oneLineMax = 20

function inOneLine(label: string): string {
  return label.length > oneLineMax ? label : label.replaceAll(' ', '\u00a0')
}

type BlankProps = { name: string; value: string; described: Described; isFirst: boolean }

/** A blank in the text. In a form, the first of its uses is also a field without JavaScript. */
function Blank({ name, value, described, isFirst }: BlankProps) {
  const variable = described.get(name)
  const fieldName = isFirst ? name : undefined
  if (variable && isChosen(variable)) return <ChoiceBlank variable={variable} fieldName={fieldName} />
  const title = variable ? titleOf(variable) : labelOf(name)
  const isLong = variable?.kind === 'long-text'
  const isForm = described.size > 0
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: an input can't wrap with the text around it. */}
      <span
        className={isForm ? 'blank js-only' : 'blank'}
        role="textbox"
        tabIndex={0}
        aria-label={title}
        aria-description={variable && describeBlank(variable)}
        aria-multiline={isLong || undefined}
        aria-required={variable?.required}
        data-name={name}
        data-label={inOneLine(title)}
        // The first value is always the default, because values from the storage or the address are read later.
        data-suggested={value ? '' : undefined}
        contentEditable="plaintext-only"
        suppressContentEditableWarning
        suppressHydrationWarning
        spellCheck={isLong}
        inputMode={variable?.kind === 'number' ? 'decimal' : undefined}
        enterKeyHint={isLong ? undefined : 'next'}
      >
        {value}
      </span>
      {isForm && (
        <noscript>
          {isLong && fieldName ? (
            <textarea name={name} className="blank blank-control" aria-label={title} rows={3} defaultValue={value} />
          ) : (
            <input name={fieldName} className="blank blank-control" aria-label={title} defaultValue={value} />
          )}
        </noscript>
      )}
    </>
  )
}
