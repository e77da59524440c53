import { history, historyKeymap, standardKeymap } from '@codemirror/commands'
import { EditorSelection, EditorState, type Range, StateEffect, StateField, Transaction } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  Direction,
  EditorView,
  keymap,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view'
import { StyleModule } from 'style-mod'
import { findVariables, usesMax } from '#features/variables/variable-rules.ts'
import { t } from '#lib/texts.ts'

/** What a chip shows besides the name and default of its blank: a word for its kind, and whether it has an error. */
export type BlankLook = { kind: string; isWrong: boolean }
export type BlankLooks = ReadonlyMap<string, BlankLook>

/** How a chip was opened. After a press, the focus needn't move to a field, which would open a phone's keyboard. */
export type OpenedBy = 'press' | 'key'

export type TextEditor = {
  focus: () => void
  getSelection: () => { from: number; to: number }
  /** Selects a part of the text, scrolls it into view, and moves the focus to the text. */
  select: (from: number, to?: number) => void
  /** Replaces the text where it differs from the current one, as a step that can be undone. */
  setText: (text: string) => void
  setLooks: (looks: BlankLooks) => void
  /** Sets attributes of the element that is edited. Null removes one. */
  setAttributes: (attributes: Record<string, string>) => void
  /** Returns the chip of the blank with this index among all uses of blanks, if it is in view. */
  findChip: (index: number) => HTMLElement | null
  close: () => void
}

export type TextEditorEvents = {
  onChange: (text: string) => void
  /** A chip was pressed, or Enter on a selected one. */
  onOpen: (index: number, by: OpenedBy) => void
  /** `{{` was typed, which is at this offset. */
  onTypeBraces: (text: string, from: number) => void
  onFocus: () => void
}

/** A use of a blank in the text. */
type Use = { from: number; to: number; name: string; default: string | null }

const setLooks = StateEffect.define<BlankLooks>()
const setAttributes = StateEffect.define<Record<string, string>>()

/** A blank in the text, shown as on the worksheet. Screen readers read “blank, city”. */
class Chip extends WidgetType {
  private readonly use: Use
  private readonly look: BlankLook | undefined

  constructor(use: Use, look: BlankLook | undefined) {
    super()
    this.use = use
    this.look = look
  }
  override eq({ use, look }: Chip) {
    return (
      use.name === this.use.name &&
      use.default === this.use.default &&
      look?.kind === this.look?.kind &&
      look?.isWrong === this.look?.isWrong
    )
  }
  override toDOM() {
    const chip = document.createElement('span')
    chip.className = 'blank blank-chip'
    chip.dir = 'auto'
    chip.append(hiddenText(`${t('blank,')} `), this.use.name)
    if (this.use.default) {
      const defaultText = document.createElement('span')
      defaultText.className = 'blank-default'
      defaultText.textContent = this.use.default
      chip.append(defaultText)
    }
    if (this.look?.kind) {
      const kind = document.createElement('small')
      kind.textContent = this.look.kind
      chip.append(hiddenText(', '), kind)
    }
    if (this.look?.isWrong) {
      chip.classList.add('blank-wrong')
      chip.append(hiddenText(t(', needs a correction')))
    }
    return chip
  }
  override ignoreEvent() {
    return false
  }
}

function hiddenText(text: string): HTMLElement {
  const element = document.createElement('span')
  element.className = 'sr-only'
  element.textContent = text
  return element
}

/** The blanks of the text. It is read once per change. A text with too many blanks has no chips, as on the worksheet. */
type Blanks = { text: string; uses: Use[]; looks: BlankLooks; chips: DecorationSet }

function readBlanks(text: string, looks: BlankLooks): Blanks {
  const found = findVariables(text)
  const uses = (found.length > usesMax ? [] : found).map(({ index, written, ...use }) => ({
    ...use,
    from: index,
    to: index + written.length,
  }))
  return { text, uses, looks, chips: chipsOf(uses, looks) }
}

function chipsOf(uses: Use[], looks: BlankLooks): DecorationSet {
  return Decoration.set(
    uses.map((use) => Decoration.replace({ widget: new Chip(use, looks.get(use.name)) }).range(use.from, use.to)),
  )
}

const blanks = StateField.define<Blanks>({
  create: ({ doc }) => readBlanks(doc.toString(), new Map()),
  update(before, transaction) {
    const looks = transaction.effects.find((effect) => effect.is(setLooks))?.value ?? before.looks
    if (transaction.docChanged) return readBlanks(transaction.newDoc.toString(), looks)
    return looks === before.looks ? before : { ...before, looks, chips: chipsOf(before.uses, looks) }
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ chips }) => chips),
    EditorView.atomicRanges.of((view) => view.state.field(field).chips),
  ],
})

const attributes = StateField.define<Record<string, string>>({
  create: () => ({}),
  update: (before, { effects }) => effects.find((effect) => effect.is(setAttributes))?.value ?? before,
  provide: (field) => EditorView.contentAttributes.from(field),
})

/** Each line that is in view has the direction of its own text. */
const lineDirections = ViewPlugin.define(
  (view) => ({
    lines: directionsOf(view),
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged) this.lines = directionsOf(update.view)
    },
  }),
  { decorations: ({ lines }: { lines: DecorationSet }) => lines },
)

function directionsOf({ state, visibleRanges }: EditorView): DecorationSet {
  const lines: Range<Decoration>[] = []
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at)
      if (lines.at(-1)?.from !== line.from) lines.push(ownDirection.range(line.from))
      at = line.to + 1
    }
  }
  return Decoration.set(lines)
}
const ownDirection = Decoration.line({ attributes: { dir: 'auto' } })

/** Moves the caret onto the chip next to it, so that Enter can open it. The next press moves it past the chip. */
function moveOntoChip(view: EditorView, key: 'left' | 'right'): boolean {
  const { main } = view.state.selection
  if (!main.empty) return false
  const isForward = (key === 'right') === (view.textDirectionAt(main.head) === Direction.LTR)
  const use = view.state.field(blanks).uses.find(({ from, to }) => main.head === (isForward ? from : to))
  if (!use) return false
  view.dispatch({
    selection: EditorSelection.range(isForward ? use.from : use.to, isForward ? use.to : use.from),
    effects: EditorView.announce.of(t('blank, {name}. Press Enter to change it.', { name: use.name })),
    scrollIntoView: true,
  })
  return true
}

function selectedUse({ state }: EditorView): number {
  const { from, to } = state.selection.main
  return state.field(blanks).uses.findIndex((use) => use.from === from && use.to === to)
}

/**
 * Adds the editor's styles as a constructed style sheet, because the pages' Content-Security-Policy allows no inline
 * `<style>`. They are in the lowest layer, so that our styles replace them.
 */
StyleModule.mount = (_root, modules) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `@layer base{${[modules]
      .flat()
      .map((module) => module.getRules())
      .join('\n')}}`,
  )
  if (mounted) document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(mounted), 1)
  document.adoptedStyleSheets.push(sheet)
  mounted = sheet
}
let mounted: CSSStyleSheet | undefined

/** Whether a change comes from us, and not from the author. */
function isOurs(transaction: Transaction): boolean {
  return transaction.annotation(Transaction.userEvent) === ourEvent
}
const ourEvent = 'input.replace'

/**
 * Opens an editor of a prompt's text in `parent`, with its blanks as chips. The text stays plain text, in which a blank
 * is written `{{name}}`.
 */
export function openTextEditor(parent: HTMLElement, text: string, events: TextEditorEvents): TextEditor {
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [
      attributes,
      blanks,
      lineDirections,
      history(),
      EditorState.allowMultipleSelections.of(false),
      EditorView.lineWrapping,
      EditorView.perLineTextDirection.of(true),
      EditorView.contentAttributes.of({ spellcheck: 'true', autocorrect: 'on', autocapitalize: 'sentences' }),
      keymap.of([
        { key: 'ArrowLeft', run: (view) => moveOntoChip(view, 'left') },
        { key: 'ArrowRight', run: (view) => moveOntoChip(view, 'right') },
        {
          key: 'Enter',
          run: (view) => {
            const index = selectedUse(view)
            if (index >= 0) events.onOpen(index, 'key')
            return index >= 0
          },
        },
        ...standardKeymap,
        ...historyKeymap,
      ]),
      EditorView.domEventHandlers({
        focus: events.onFocus,
        click(event, view) {
          const chip = event.target instanceof Element && event.target.closest<HTMLElement>('.blank-chip')
          if (!chip) return
          const at = view.posAtDOM(chip)
          const index = view.state.field(blanks).uses.findIndex(({ from }) => from === at)
          if (index < 0) return
          view.dispatch({ selection: EditorSelection.range(at, view.state.field(blanks).uses[index]?.to ?? at) })
          events.onOpen(index, 'press')
        },
      }),
      EditorView.updateListener.of(({ docChanged, transactions, state, view }) => {
        if (!docChanged || transactions.every(isOurs)) return
        const current = state.field(blanks)
        events.onChange(current.text)
        const { head } = state.selection.main
        const isTyped = transactions.some((transaction) => transaction.isUserEvent('input.type'))
        const isInBlank = current.uses.some(({ from, to }) => from <= head - 2 && head <= to)
        if (
          !isTyped ||
          view.composing ||
          isInBlank ||
          !/(?:^|[^{\\])\{\{$/.test(state.sliceDoc(Math.max(0, head - 3), head))
        )
          return
        // An update can't be followed by another one before it has ended.
        queueMicrotask(() => events.onTypeBraces(current.text, head - 2))
      }),
    ],
  })
  return {
    focus: () => view.focus(),
    getSelection: () => view.state.selection.main,
    select(from, to = from) {
      view.focus()
      view.dispatch({ selection: EditorSelection.range(from, to), scrollIntoView: true })
    },
    setText(next) {
      const before = view.state.field(blanks).text
      const change = changeOf(before, next)
      if (change) view.dispatch({ changes: change, userEvent: ourEvent })
    },
    setLooks: (looks) => view.dispatch({ effects: setLooks.of(looks) }),
    setAttributes: (next) => view.dispatch({ effects: setAttributes.of(next) }),
    findChip(index) {
      const use = view.state.field(blanks).uses[index]
      const chips = [...view.contentDOM.querySelectorAll<HTMLElement>('.blank-chip')]
      return chips.find((chip) => view.posAtDOM(chip) === use?.from) ?? null
    },
    close: () => view.destroy(),
  }
}

/** Returns the change between two texts, without what they have in common at the start and end. Null if none. */
function changeOf(before: string, after: string): { from: number; to: number; insert: string } | null {
  if (before === after) return null
  const max = Math.min(before.length, after.length)
  let from = 0
  while (from < max && before[from] === after[from]) from++
  let end = 0
  while (end < max - from && before.at(-1 - end) === after.at(-1 - end)) end++
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) }
}
