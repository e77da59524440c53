import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import type { SearchSuggestion } from '#features/search/contract.ts'
import { type Message, msg, plural, t, translate } from '#lib/texts.ts'
import { isComposing } from '#ui/forms/is-composing.ts'
import { useSuggestions } from './use-suggestions.ts'

const kindNames: Record<SearchSuggestion['kind'], Message> = {
  prompt: msg('Prompt'),
  tool: msg('Tool'),
  collection: msg('Collection'),
  tag: msg('Tag'),
}

/** What follows the text of a suggestion: a prompt's category, because most suggestions are prompts, or its kind. */
export function aboutSuggestion({ kind, category }: SearchSuggestion): string {
  return category ?? translate(kindNames[kind])
}

/**
 * Lists suggestions below the search field with the id `fieldId`, and turns that field into a combobox (WAI-ARIA 1.2,
 * "list autocomplete"): arrow keys choose a suggestion, Enter opens it, and Escape closes the list. This code loads
 * when somebody first uses the field; the form works without it.
 */
export function SuggestionList({ fieldId }: { fieldId: string }) {
  const router = useRouter()
  const listId = useId()
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const [typed, setTyped] = useState('')
  const { items: suggestions } = useSuggestions(typed)
  const [isClosed, setClosed] = useState(false)
  const [active, setActive] = useState(-1)
  const isOpen = suggestions.length > 0 && !isClosed
  const optionId = (index: number) => `${listId}-${index}`

  useEffect(() => setField(document.getElementById(fieldId) as HTMLInputElement | null), [fieldId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new suggestions reset the selection.
  useEffect(() => setActive(-1), [suggestions])

  // Only typing opens the list, because a response may arrive after the search was submitted or the field lost focus.
  useEffect(() => {
    if (!field) return
    const open = () => {
      setTyped(field.value)
      setClosed(false)
    }
    // Somebody may have typed while this code was loading.
    if (field.value !== field.defaultValue) setTyped(field.value)
    const close = () => setClosed(true)
    field.addEventListener('input', open)
    field.addEventListener('blur', close)
    field.form?.addEventListener('submit', close)
    return () => {
      field.removeEventListener('input', open)
      field.removeEventListener('blur', close)
      field.form?.removeEventListener('submit', close)
    }
  }, [field])

  useEffect(() => {
    if (!field) return
    const openSuggestion = (index: number) => {
      const chosen = suggestions[index]
      if (!chosen) return
      setClosed(true)
      router.history.push(chosen.path)
    }
    const onKey = (event: KeyboardEvent) => {
      if (isComposing(event) || !isOpen) return
      const last = suggestions.length - 1
      if (event.key === 'ArrowDown') setActive(active === last ? -1 : active + 1)
      else if (event.key === 'ArrowUp') setActive(active === -1 ? last : active - 1)
      else if (event.key === 'Escape') setClosed(true)
      else if (event.key === 'Enter' && active >= 0) openSuggestion(active)
      else return
      event.preventDefault()
    }
    const attributes: Record<string, string> = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': `${isOpen}`,
      'aria-controls': listId,
      'aria-activedescendant': isOpen && active >= 0 ? `${listId}-${active}` : '',
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (value) field.setAttribute(name, value)
      else field.removeAttribute(name)
    }
    field.addEventListener('keydown', onKey)
    return () => field.removeEventListener('keydown', onKey)
  }, [field, suggestions, isOpen, active, listId, router])

  return (
    <>
      <div id={listId} role="listbox" aria-label={t('Suggestions')} className="suggestions" hidden={!isOpen}>
        {suggestions.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, as in every combobox.
          <div
            key={suggestion.path}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // Otherwise the field would lose focus, and the list would close before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              setClosed(true)
              router.history.push(suggestion.path)
            }}
          >
            <span className="truncate" dir="auto">
              {suggestion.text}
            </span>
            <span className="ms-auto shrink-0 text-small">{aboutSuggestion(suggestion)}</span>
          </div>
        ))}
      </div>
      <span role="status" className="sr-only">
        {isOpen
          ? plural(
              suggestions.length,
              '{count} suggestion. Choose with the arrow keys.',
              '{count} suggestions. Choose with the arrow keys.',
            )
          : ''}
      </span>
    </>
  )
}
