import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { SearchSuggestion } from '#features/search/contract.ts'

/** The pause in typing before a request, in ms. */
const pauseMs = 150

/** The suggestions for the text that is being typed in a field. A failed request suggests nothing. */
export function useSuggestions(field: HTMLInputElement | null): SearchSuggestion[] {
  const { api } = useRouteContext({ from: '__root__' })
  const [suggested, setSuggested] = useState<SearchSuggestion[]>([])
  useEffect(() => {
    if (!field) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let typed = 0
    const ask = () => {
      const asked = ++typed
      clearTimeout(timer)
      timer = setTimeout(async () => {
        const answer = await api('GET /api/search/suggestions', { query: { q: field.value.trim() } }).catch(() => [])
        if (asked === typed) setSuggested(answer)
      }, pauseMs)
    }
    // Somebody typed while the list was loading.
    if (field.value !== field.defaultValue) ask()
    field.addEventListener('input', ask)
    return () => {
      typed++
      clearTimeout(timer)
      field.removeEventListener('input', ask)
    }
  }, [api, field])
  return suggested
}
