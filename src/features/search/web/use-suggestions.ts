import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { SearchSuggestion } from '#features/search/contract.ts'

/** How long somebody must pause while typing before a request is sent, in ms. */
const pauseMs = 150

/** Returns suggestions for the text that somebody is typing in a field. If a request fails, there are none. */
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
