import { type FocusEvent, type KeyboardEvent, memo, useEffect, useMemo, useRef } from 'react'
import { labelOf } from '#features/variables/label-rules.ts'
import type { Segment } from '#features/variables/variable-rules.ts'
import {
  isJson,
  isSuggested,
  linesOf,
  longTextLength,
  piecesOf,
  type Values,
} from '#features/worksheet/worksheet-rules.ts'
import { isComposing } from '#ui/is-composing.ts'
import { useWorksheet } from './use-worksheet.ts'

/** Returns the blanks of the text, from first to last. */
function blanksIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-name]')]
}

/** Returns the text of a blank, without the line break that browsers add after the last of several lines. */
function textIn(blank: HTMLElement): string {
  return (blank.textContent ?? '').replace(/\n$/, '')
}

/**
 * Moves focus on Enter: to the next empty blank or, if there is none, to the Copy button. Shift+Enter starts a new
 * line.
 */
function onEnter(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
  event.preventDefault()
  const blanks = blanksIn(event.currentTarget)
  const next = blanks.slice(blanks.indexOf(event.target as HTMLElement) + 1).find((blank) => blank.textContent === '')
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
  if (blank.hasAttribute('data-suggested')) getSelection()?.selectAllChildren(blank)
}

/**
 * The prompt's text with editable blanks. React renders it once per text, because the browser edits the blanks. A blank
 * is updated only if its value was changed elsewhere, such as in a field. `length` is that of the prompt's content.
 */
export function WorksheetText({ language, length }: { language: string; length: number }) {
  const { segments, values, suggestions, write } = useWorksheet()
  const root = useRef<HTMLDivElement>(null)
  const initialValues = useRef(values)
  /** The blank that the current pointer press focuses. */
  const pressed = useRef<EventTarget>(null)
  /** The blank that was focused when the window lost focus. */
  const focusedBefore = useRef<EventTarget>(null)

  useEffect(() => {
    for (const blank of blanksIn(root.current as HTMLElement)) {
      // In a browser that doesn't support `plaintext-only`, the blank would be read-only.
      if (!blank.isContentEditable) blank.contentEditable = 'true'
      // Stores what was typed before hydration.
      const name = blank.dataset.name as string
      if (textIn(blank) !== (initialValues.current[name] ?? '')) write(name, textIn(blank))
    }
  }, [write])

  useEffect(() => {
    for (const blank of blanksIn(root.current as HTMLElement)) {
      const name = blank.dataset.name as string
      const value = values[name] ?? ''
      if (blank !== document.activeElement && blank.textContent !== value) blank.textContent = value
      blank.toggleAttribute('data-suggested', isSuggested(name, values, suggestions))
    }
  }, [values, suggestions])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles events that bubble up from its blanks.
    <div
      ref={root}
      className={length > longTextLength ? 'worksheet-text worksheet-text-long' : 'worksheet-text'}
      dir="auto"
      lang={language}
      onKeyDown={onEnter}
      onPointerDown={({ target }) => {
        pressed.current = target === document.activeElement ? null : target
      }}
      onFocus={(event) => {
        expandText(event)
        if (event.target !== focusedBefore.current) selectDefault(event.target)
      }}
      onClick={({ target }) => {
        // The press that focused the blank also placed the caret, which undid the selection. A second press may place
        // the caret within the default.
        if (pressed.current === target && getSelection()?.isCollapsed) selectDefault(target as HTMLElement)
      }}
      onInput={(event) => {
        const blank = event.target as HTMLElement
        const value = textIn(blank)
        // Removes the line break that the browser leaves in an emptied blank, which would otherwise not show its name.
        if (!value.trim() && !(event.nativeEvent as InputEvent).isComposing) blank.textContent = ''
        write(blank.dataset.name as string, value.trim() && value)
      }}
      onBlur={({ target }) => {
        focusedBefore.current = target === document.activeElement ? target : null
        if (target.textContent !== textIn(target)) target.textContent = textIn(target)
      }}
      onPaste={(event) => {
        event.preventDefault()
        document.execCommand('insertText', false, event.clipboardData.getData('text/plain'))
      }}
    >
      <TextPieces segments={segments} initialValues={values} length={length} />
    </div>
  )
}

const TextPieces = memo(
  function TextPieces({
    segments,
    initialValues,
    length,
  }: {
    segments: Segment[]
    initialValues: Values
    length: number
  }) {
    const pieces = useMemo(() => piecesOf(segments, length), [segments, length])
    if (!isJson(segments))
      return pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no ids and never move.
        <div key={index}>
          <Segments segments={piece} initialValues={initialValues} />
        </div>
      ))
    return pieces.map((piece, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <div key={index}>
        {linesOf(piece).map(({ level, segments }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <div key={index} className={`hang hang-${level}`}>
            <Segments segments={segments} initialValues={initialValues} />
          </div>
        ))}
      </div>
    ))
  },
  (before, after) => before.segments === after.segments,
)

function Segments({ segments, initialValues }: { segments: Segment[]; initialValues: Values }) {
  return segments.map((segment, index) =>
    segment.kind === 'text' ? (
      segment.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <Blank key={index} name={segment.name} value={initialValues[segment.name] ?? ''} />
    ),
  )
}

/** A label with up to this many characters fits on one line of the narrowest screen. */
const oneLineMax = 20

function inOneLine(label: string): string {
  return label.length > oneLineMax ? label : label.replaceAll(' ', '\u00a0')
}

function Blank({ name, value }: { name: string; value: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input can't wrap with the text around it.
    <span
      className="blank"
      role="textbox"
      tabIndex={0}
      aria-label={labelOf(name)}
      data-name={name}
      data-label={inOneLine(labelOf(name))}
      // The first value is always the default, because values from the storage or the address are read later.
      data-suggested={value ? '' : undefined}
      contentEditable="plaintext-only"
      suppressContentEditableWarning
      suppressHydrationWarning
      spellCheck={false}
      enterKeyHint="next"
    >
      {value}
    </span>
  )
}
