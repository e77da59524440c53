import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { SearchSuggestion } from '#features/search/contract.ts'

/** The pause in typing before a request, in ms. */
const pauseMs = 150

/** The suggestions for the text that is being typed in a field. A failed request suggests nothing. */
export function useSuggestions(field: HTMLInputElement | null): SearchSuggestion[] {
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
    // Text may have been typed while the list was loading.
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
