import {
  type Ref,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { promptLimits } from '#features/catalogue/rules.ts'
import type { Variable } from '#features/variables/contract.ts'
import { variableError } from '#features/variables/variable-list-rules.ts'
import { defaultsOf, findVariables, variablesOf } from '#features/variables/variable-rules.ts'
import { type TextWithBlanks, withBlank } from '#features/writing/blank-change-rules.ts'
import { kindNames } from '#features/writing/variable-kind-name-rules.ts'
import { lengthOf } from '#lib/short-text.ts'
import { plural, t } from '#lib/texts.ts'
import { CharacterCount } from '#ui/forms/form-controls.tsx'
import { Icon } from '#ui/icon.tsx'
import { FailureNote } from '#ui/note.tsx'
import { rich } from '#ui/rich.ts'
import { BlankPanel } from './blank-panel.tsx'
import type { BlankLooks, OpenedBy, TextEditor } from './text-editor.ts'
import './prompt-text-field.css'

const loadEditor = () => import('./text-editor.ts')

/** Lets other parts of a form select something in the text. */
export type PromptTextHandle = {
  /** Selects the first match of a pattern, and moves the focus to the text. Does nothing without a match. */
  select: (pattern: RegExp) => void
}

/** The open panel of a blank. `index`: its place among all uses of blanks. `replaced`: the text that a new one replaced. */
type OpenBlank = { index: number; by: OpenedBy; replaced: string | null }

/**
 * The field for a prompt's text. Its blanks are chips, each of which opens a panel for its name, kind and default. Until
 * the editor is loaded, and if it can't be, the field is a text area with the same text.
 */
export function PromptTextField({
  content,
  variables,
  error,
  variablesError,
  onChange,
  onDescribe,
  ref,
}: TextWithBlanks & {
  error?: string
  variablesError?: string
  onChange: (content: string) => void
  /** Gets a text whose blanks are described differently. Their names and defaults are in the text too. */
  onDescribe: (text: TextWithBlanks) => void
  ref?: Ref<PromptTextHandle>
}) {
  const id = useId()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const parent = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<TextEditor | null>(null)
  const [openBlank, setOpenBlank] = useState<OpenBlank | null>(null)
  const latest = useRef({ content, onChange })
  latest.current = { content, onChange }

  const addBlank = useCallback((text: string, from: number, to: number, replaced: string, defaultText = '') => {
    const [next, index] = withBlank(text, from, to, defaultText)
    // Without flushSync, fast typing would go on in the text instead of the panel.
    flushSync(() => {
      latest.current.onChange(next)
      setOpenBlank({ index, by: 'key', replaced })
    })
  }, [])

  useEffect(() => {
    const field = textarea.current
    let opened: TextEditor | null = null
    let isGone = false
    const open = ({ openTextEditor }: Awaited<ReturnType<typeof loadEditor>>) => {
      if (isGone || !field || !parent.current) return
      const selection = document.activeElement === field && ([field.selectionStart, field.selectionEnd] as const)
      opened = openTextEditor(parent.current, field.value, {
        // Without flushSync, the text of an earlier keystroke could be rendered after a later one, and replace it.
        onChange: (text) => flushSync(() => latest.current.onChange(text)),
        onOpen: (index, by) => setOpenBlank({ index, by, replaced: null }),
        onTypeBraces: (text, from) => addBlank(text, from, from + 2, '{{'),
        onFocus: () => setOpenBlank(null),
      })
      const shown = opened
      flushSync(() => setEditor(shown))
      if (selection) shown.select(...selection)
    }
    loadEditor().then(
      (code) => {
        // While an input method composes a word, another element would lose it.
        if (isComposing.current)
          field?.addEventListener('compositionend', () => setTimeout(open, 0, code), { once: true })
        else open(code)
      },
      // The text area remains.
      () => undefined,
    )
    return () => {
      isGone = true
      opened?.close()
    }
  }, [addBlank])
  const isComposing = useRef(false)

  useLayoutEffect(() => editor?.setText(content), [editor, content])
  const shown = useDeferredValue(content)
  const looks = useMemo(() => looksOf({ content: shown, variables }), [shown, variables])
  useEffect(() => editor?.setLooks(looks), [editor, looks])
  const description = `${id}description`
  const isRefused = error !== undefined
  useEffect(
    () =>
      editor?.setAttributes({
        'aria-labelledby': `${id}label`,
        'aria-describedby': description,
        ...(isRefused && { 'aria-invalid': 'true' }),
      }),
    [editor, id, description, isRefused],
  )

  const select = (from: number, to: number) => {
    if (editor) return editor.select(from, to)
    textarea.current?.focus()
    textarea.current?.setSelectionRange(from, to)
  }
  useImperativeHandle(ref, () => ({
    select(pattern) {
      const match = pattern.exec(latest.current.content)
      if (match) select(match.index, match.index + match[0].length)
    },
  }))

  useEffect(() => {
    if (!openBlank) return
    const closeOutside = ({ target }: MouseEvent) => {
      if (!frame.current?.contains(target as Node)) setOpenBlank(null)
    }
    document.addEventListener('click', closeOutside)
    return () => document.removeEventListener('click', closeOutside)
  }, [openBlank])

  const use = openBlank && findVariables(content)[openBlank.index]
  const findChip = useCallback(() => (openBlank && editor?.findChip(openBlank.index)) ?? null, [editor, openBlank])
  const addAtCaret = () => {
    const field = textarea.current as HTMLTextAreaElement
    const { from, to } = editor?.getSelection() ?? { from: field.selectionStart, to: field.selectionEnd }
    const selected = content.slice(from, to)
    if (editor) return addBlank(content, from, to, selected, selected)
    const [next, index] = withBlank(content, from, to, selected)
    onChange(next)
    const added = findVariables(next)[index]
    // The field has the new text only after React has rendered it.
    if (added) requestAnimationFrame(() => select(added.index + 2, added.index + 2 + added.name.length))
  }
  /** Closes the panel, and places the caret behind the blank or, if it is gone, behind the text that replaced it. */
  const close = (change: () => void, caretOf: (text: string) => number) => {
    // The next key belongs to the text.
    flushSync(() => {
      change()
      setOpenBlank(null)
    })
    editor?.select(caretOf(latest.current.content))
  }
  return (
    <div className="field">
      <div className="flex items-baseline justify-between gap-4">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the editor itself is reached with Tab. */}
        <label id={`${id}label`} htmlFor={editor ? undefined : id} onClick={() => editor?.focus()}>
          {t('Prompt')}
        </label>
        <CharacterCount length={lengthOf(content)} max={promptLimits.contentMax} />
      </div>
      <div ref={frame} className="prompt-text" data-error={isRefused || undefined}>
        <div className="prompt-text-tools">
          <button type="button" className="btn btn-bare" onClick={addAtCaret}>
            <Icon name="plus" className="icon-sm" />
            {t('Add a blank')}
          </button>
          <span id={description} className={error ? 'field-error' : 'text-ink-2 text-small'}>
            {error && <Icon name="circle-exclamation-point" className="icon-sm mt-0.5" />}
            {error ?? (
              <>
                {rich('or type <code>{text}</code> where people fill something in', {
                  text: '{{',
                  code: (text) => <code>{text}</code>,
                })}
              </>
            )}
          </span>
        </div>
        <div ref={parent} hidden={!editor} />
        {/* While the editor is open, this keeps the form's value, and passes the focus on to the editor. */}
        <textarea
          key={editor ? 'kept' : 'typed'}
          ref={(element) => {
            textarea.current = element
            if (element && editor) element.focus = () => editor.focus()
          }}
          id={id}
          name="content"
          hidden={editor !== null}
          aria-invalid={isRefused || undefined}
          aria-describedby={description}
          value={content}
          onChange={(event) => onChange(event.target.value)}
          onCompositionStart={() => {
            isComposing.current = true
          }}
          onCompositionEnd={() => {
            isComposing.current = false
          }}
          dir="auto"
          spellCheck
        />
        {openBlank && use && (
          <BlankPanel
            key={openBlank.index}
            text={{ content, variables }}
            name={use.name}
            isNew={openBlank.replaced !== null}
            focusesName={openBlank.by === 'key'}
            findChip={findChip}
            onChange={onDescribe}
            onDone={(change) =>
              close(change, (text) => {
                const { index, written } = findVariables(text)[openBlank.index] ?? use
                return index + written.length
              })
            }
            onCancel={(typedName) => {
              const { replaced } = openBlank
              const literal = replaced === '{{' ? replaced + typedName : (replaced ?? '')
              const next = content.slice(0, use.index) + literal + content.slice(use.index + use.written.length)
              close(
                () => onChange(next),
                () => use.index + literal.length,
              )
            }}
            onReturn={() => editor?.select(use.index + use.written.length)}
          />
        )}
      </div>
      <BlankCount content={shown} />
      {/* A fieldset with a name, so that the form can move the focus to it if it has an error. */}
      <fieldset name="variables" tabIndex={-1}>
        {variablesError && <FailureNote title={t('Check a blank')}>{variablesError}</FailureNote>}
      </fieldset>
    </div>
  )
}

/** Tells screen readers how many blanks the text has. */
function BlankCount({ content }: { content: string }) {
  const count = useMemo(() => variablesOf(content).length, [content])
  return (
    <p role="status" className="sr-only">
      {count > 0 && plural(count, '{count} blank', '{count} blanks')}
    </p>
  )
}

function looksOf({ content, variables }: { content: string; variables: Variable[] }): BlankLooks {
  const inText = defaultsOf(content)
  return new Map(
    variables.map((variable) => {
      const defaults = inText.get(variable.name) ?? []
      const error = variableError(defaults.length > 0 ? { ...variable, default: null } : variable, defaults)
      const kind = variable.kind === undefined || variable.kind === 'text' ? '' : kindNames[variable.kind].toLowerCase()
      return [variable.name, { kind, isWrong: error !== null }]
    }),
  )
}
