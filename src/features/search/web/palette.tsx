import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import type { SearchSuggestion } from '#features/search/contract.ts'
import { findPages, type PalettePage } from '#features/search/palette-rules.ts'
import { queryMax, submittableTerm } from '#features/search/rules.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { blanksOf } from '#features/variables/variable-rules.ts'
import { useCountCopy } from '#features/worksheet/web/use-count-copy.ts'
import { textToCopy } from '#features/worksheet/worksheet-rules.ts'
import { plural, t } from '#lib/texts.ts'
import { copyText } from '#ui/copy-text.ts'
import { isComposing } from '#ui/forms/is-composing.ts'
import { Icon } from '#ui/icon.tsx'
import { notify } from '#ui/notice.tsx'
import { restoreFocus, takeHeldTyping } from '#ui/open-palette.ts'
import { rich } from '#ui/rich.ts'
import { FillAndCopy, type OpenedPrompt } from './fill-and-copy.tsx'
import { aboutSuggestion } from './suggestion-list.tsx'
import { useSuggestions } from './use-suggestions.ts'
import './palette.css'

/** A row of the list. `about` follows its text. `slug` is that of a prompt, which can be copied. */
type Row = { about: string; text: string; path: string; slug?: string; reloads?: boolean }
type Action = 'open' | 'copy'

const promptPath = '/prompt/'

/** How many pages the palette shows while nothing is typed. */
const firstPages = 10

/** Thrown instead of copying a text whose blanks have to be filled in first. */
const hasBlanks = new Error('The text has blanks.')

/**
 * The palette: a dialog that finds prompts, tools, collections, tags and pages while somebody types. Enter opens the
 * chosen one, Ctrl+Enter (⌘Enter) copies a prompt. If it has blanks, they are filled in here first. What was typed
 * before this code had loaded arrives in the field, and an Enter acts on what is found for it.
 */
export function Palette({ pages, onClose }: { pages: PalettePage[]; onClose: () => void }) {
  const router = useRouter()
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const isTaken = useRef(false)
  const isLeaving = useRef(false)
  const listId = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const [awaited, setAwaited] = useState<Action | null>(null)
  const [opened, setOpened] = useState<OpenedPrompt | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const suggestions = useSuggestions(text)
  const rows = useMemo(() => rowsFor(text, suggestions.items, pages), [text, suggestions.items, pages])
  const isUpToDate = suggestions.text === text.trim()
  const copyPrompt = useCopyPrompt()

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed is taken once.
  useEffect(() => {
    if (isTaken.current) return
    return takeHeldTyping((typed) => {
      isTaken.current = true
      if (!typed) return onClose()
      // The field has the text before the next key.
      queueMicrotask(() => {
        flushSync(() => {
          changeText(typed.text)
          if (typed.isEntered) setAwaited('open')
        })
        dialog.current?.showModal()
      })
    })
  }, [onClose])
  useEffect(() => {
    if (!opened) field.current?.focus()
  }, [opened])
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, active])

  function changeText(typed: string) {
    setText(typed)
    setActive(typed.trim() === '' ? -1 : 0)
    setAwaited(null)
    setFailure(null)
  }
  const leaveFor = ({ path, reloads }: Row) => {
    isLeaving.current = true
    dialog.current?.close()
    if (reloads) location.assign(path)
    else router.history.push(path)
  }
  const copy = async (row: Row) => {
    if (!row.slug) return setFailure(t('Only prompts can be copied.'))
    setFailure(null)
    try {
      const unfinished = await copyPrompt(row.slug)
      if (unfinished) setOpened(unfinished)
      else dialog.current?.close()
    } catch (error) {
      setFailure(t('Not copied. {message}', { message: (error as Error).message }))
    }
  }
  const act = (action: Action, row = rows[active]) => {
    if (!row) return
    if (action === 'open') leaveFor(row)
    else void copy(row)
  }
  const latestAct = useRef(act)
  latestAct.current = act
  useEffect(() => {
    if (!awaited || !isUpToDate) return
    setAwaited(null)
    latestAct.current(awaited)
  }, [awaited, isUpToDate])

  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const count = rows.length
    if (event.key === 'ArrowDown' && count > 0) setActive((active + 1) % count)
    else if (event.key === 'ArrowUp' && count > 0) setActive((active <= 0 ? count : active) - 1)
    else if (event.key === 'Enter') {
      const action = event.ctrlKey || event.metaKey ? 'copy' : 'open'
      // A row that the reader chose is acted on at once. The first row may still change.
      if (isUpToDate || active > 0) act(action)
      else setAwaited(action)
    } else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t('Search')}
      closedby="any"
      onClose={() => {
        if (!isLeaving.current) restoreFocus()
        onClose()
      }}
    >
      {opened ? (
        <FillAndCopy
          {...opened}
          onBack={() => setOpened(null)}
          onOpen={() => leaveFor({ about: '', text: '', path: promptPath + opened.prompt.slug })}
          onCopied={() => dialog.current?.close()}
        />
      ) : (
        <>
          <search className="palette-field">
            <Icon name="search" className="icon size-5.5 text-ink-2" />
            <input
              ref={field}
              type="text"
              role="combobox"
              aria-label={t('Search prompts, tools, collections and pages')}
              aria-autocomplete="list"
              aria-expanded={rows.length > 0}
              aria-controls={listId}
              aria-activedescendant={active >= 0 && active < rows.length ? `${listId}-${active}` : undefined}
              placeholder={t('Find a prompt, tool or page')}
              value={text}
              maxLength={queryMax}
              autoComplete="off"
              autoCapitalize="off"
              enterKeyHint="go"
              dir="auto"
              onChange={({ target }) => changeText(target.value)}
              onKeyDown={onKey}
            />
            <button
              type="button"
              className="btn-square"
              aria-label={t('Close')}
              onClick={() => dialog.current?.close()}
            >
              <Icon name="x" />
            </button>
          </search>
          {failure && (
            <p role="alert" className="px-5 pt-3">
              {failure}
            </p>
          )}
          <div className="palette-rows">
            <div id={listId} role="listbox" aria-label={t('Results')} hidden={rows.length === 0}>
              {rows.map((row, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, as in every combobox.
                <div
                  key={row.path}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  // Otherwise the field would lose focus.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => leaveFor(row)}
                >
                  <span className="truncate" dir="auto">
                    {row.text}
                  </span>
                  <span className="ms-auto shrink-0 text-small">{row.about}</span>
                </div>
              ))}
            </div>
            <div>
              {rows.map((row) =>
                row.slug ? (
                  <button
                    key={row.path}
                    type="button"
                    className="btn-square"
                    aria-label={t('Copy {text}', { text: row.text })}
                    onClick={() => void copy(row)}
                  >
                    <Icon name="copy" />
                  </button>
                ) : (
                  <span key={row.path} />
                ),
              )}
            </div>
          </div>
          <p className="palette-foot" aria-hidden="true">
            <span>{rich('<key>Enter</key> opens', { key: (text) => <kbd className="kbd">{text}</kbd> })}</span>
            <span>
              {rich('<key>{commandKey} Enter</key> copies a prompt', {
                commandKey: commandKey(),
                key: (text) => <kbd className="kbd">{text}</kbd>,
              })}
            </span>
            <span>{rich('<key>Esc</key> closes', { key: (text) => <kbd className="kbd">{text}</kbd> })}</span>
          </p>
          <span role="status" className="sr-only">
            {isUpToDate && text.trim() !== ''
              ? plural(rows.length, '{count} result. Enter opens the first.', '{count} results. Enter opens the first.')
              : ''}
          </span>
        </>
      )}
    </dialog>
  )
}

/** The name of the key that, with Enter, copies. */
function commandKey(): string {
  return /^Mac/.test(navigator.platform) ? '⌘' : 'Ctrl'
}

/**
 * Returns what the palette shows: the page with this name, suggestions, other pages, and the search for the text. While
 * nothing is typed, returns the first pages.
 */
function rowsFor(text: string, suggestions: SearchSuggestion[], pages: PalettePage[]): Row[] {
  const toRow = ({ label, path, reloads }: PalettePage): Row => ({ about: t('Page'), text: label, path, reloads })
  const term = submittableTerm(text)
  if (term === null) return pages.slice(0, firstPages).map(toRow)
  const { exact, others } = findPages(pages, term)
  return [
    ...(exact ? [toRow(exact)] : []),
    ...suggestions.map((suggestion): Row => {
      const { kind, text, path } = suggestion
      return {
        about: aboutSuggestion(suggestion),
        text,
        path,
        slug: kind === 'prompt' ? path.slice(promptPath.length) : undefined,
      }
    }),
    ...others.map(toRow),
    {
      about: t('Search'),
      text: t('Search for “{term}”', { term }),
      path: `/search?${new URLSearchParams({ q: term })}`,
    },
  ]
}

/**
 * Returns a function that copies a prompt without blanks. If the text has blanks, or the browser blocks the clipboard,
 * resolves to the prompt, to fill it in or copy it by hand.
 */
function useCopyPrompt(): (slug: string) => Promise<OpenedPrompt | null> {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const countCopy = useCountCopy()
  return async (slug) => {
    const request = queryClient
      .query(promptQuery(api, slug))
      .then((prompt): OpenedPrompt => ({ prompt, segments: fillableSegments(prompt.content) }))
    const text = request.then(({ segments }) => {
      if (blanksOf(segments).length > 0) throw hasBlanks
      return textToCopy(segments, {})
    })
    const isCopied = await copyText(text).catch((error) => {
      if (error === hasBlanks) return false
      throw error
    })
    const opened = await request
    if (!isCopied) return opened
    notify({ title: t('Copied'), text: opened.prompt.title })
    countCopy(opened.prompt)
    return null
  }
}
