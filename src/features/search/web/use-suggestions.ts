import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { SearchSuggestion } from '#features/search/contract.ts'

/** So long nothing is typed before it is asked, in ms. */
const pauseMs = 150

/** What is suggested for the text of a field, while somebody types in it. A failed request suggests nothing. */
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
    field.addEventListener('input', ask)
    return () => {
      typed++
      clearTimeout(timer)
      field.removeEventListener('input', ask)
    }
  }, [api, field])
  return suggested
}
