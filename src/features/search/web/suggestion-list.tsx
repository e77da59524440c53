import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import type { SearchSuggestion } from '#features/search/contract.ts'
import { pluralize } from '#lib/numbers.ts'
import { isComposing } from '#ui/is-composing.ts'

/** How long somebody must pause while typing before a request is sent, in ms. */
const pauseMs = 150

const kindNames: Record<SearchSuggestion['kind'], string> = { prompt: 'Prompt', tool: 'Tool', tag: 'Tag' }

/**
 * Lists suggestions below the search field with the id `fieldId`, and turns that field into a combobox (WAI-ARIA 1.2,
 * "list autocomplete"): arrow keys choose a suggestion, Enter opens it, and Escape closes the list. This code loads
 * when somebody first uses the field; the form works without it.
 */
export function SuggestionList({ fieldId }: { fieldId: string }) {
  const router = useRouter()
  const listId = useId()
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const suggestions = useSuggestions(field)
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
    const open = () => setClosed(false)
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
      <div id={listId} role="listbox" aria-label="Suggestions" className="suggestions" hidden={!isOpen}>
        {suggestions.map(({ kind, text, path }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, as in every combobox.
          <div
            key={path}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // Otherwise the field would lose focus, and the list would close before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              setClosed(true)
              router.history.push(path)
            }}
          >
            <span className="truncate" dir="auto">
              {text}
            </span>
            <span className="ml-auto shrink-0 text-small">{kindNames[kind]}</span>
          </div>
        ))}
      </div>
      <span role="status" className="sr-only">
        {isOpen ? `${pluralize(suggestions.length, 'suggestion')}. Choose with the arrow keys.` : ''}
      </span>
    </>
  )
}

/** Returns suggestions for the text that somebody is typing in a field. If a request fails, there are none. */
function useSuggestions(field: HTMLInputElement | null): SearchSuggestion[] {
  const { api } = useRouteContext({ from: '__root__' })
  const [suggestions, setSuggestions] = useState<SearchSuggestion[]>([])
  useEffect(() => {
    if (!field) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let latest = 0
    const requestSoon = () => {
      const request = ++latest
      clearTimeout(timer)
      timer = setTimeout(async () => {
        const newSuggestions = await api('GET /api/search/suggestions', { query: { q: field.value.trim() } }).catch(
          () => [],
        )
        if (request === latest) setSuggestions(newSuggestions)
      }, pauseMs)
    }
    // Somebody may have typed while this code was loading.
    if (field.value !== field.defaultValue) requestSoon()
    field.addEventListener('input', requestSoon)
    return () => {
      latest++
      clearTimeout(timer)
      field.removeEventListener('input', requestSoon)
    }
  }, [api, field])
  return suggestions
}
