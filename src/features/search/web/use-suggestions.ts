import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { SearchSuggestion } from '#features/search/contract.ts'

/** How long somebody must pause while typing before a request is sent, in ms. */
const pauseMs = 150

/** Suggestions, and the text that they are for. */
export type Suggestions = { text: string; items: SearchSuggestion[] }

/**
 * Returns suggestions for the text that somebody is typing. Until they have arrived, returns those for the text before.
 * If a request fails, there are none.
 */
export function useSuggestions(typed: string): Suggestions {
  const { api } = useRouteContext({ from: '__root__' })
  const [suggestions, setSuggestions] = useState<Suggestions>({ text: '', items: [] })
  const text = typed.trim()
  useEffect(() => {
    let isLatest = true
    const timer = setTimeout(
      async () => {
        const request = text === '' ? [] : api('GET /api/search/suggestions', { query: { q: text } })
        const items = await Promise.resolve(request).catch(() => [])
        if (isLatest) setSuggestions({ text, items })
      },
      text === '' ? 0 : pauseMs,
    )
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [api, text])
  return suggestions
}
