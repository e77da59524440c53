import type { QueryClient } from '@tanstack/react-query'
import type { PromptCard } from '#features/catalogue/contract.ts'

type Change = (prompt: PromptCard) => PromptCard

/**
 * Changes a prompt in every cached query: its page, lists, home, search. Doesn't change queries that were read at or
 * after `readBefore` (ms since 1970). Data without the prompt stays the same object, and no query counts as refetched.
 */
export function changeCachedPrompt(
  client: QueryClient,
  id: string,
  change: Change,
  readBefore = Number.POSITIVE_INFINITY,
): void {
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    if (state.dataUpdatedAt >= readBefore) continue
    const data = changeWithin(state.data, id, change)
    if (data !== state.data) client.setQueryData(queryKey, data, { updatedAt: state.dataUpdatedAt })
  }
}

function changeWithin(value: unknown, id: string, change: Change): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isPrompt(value)) return value.id === id ? change(value) : value
  const entries = Object.entries(value).map(([key, part]) => [key, part, changeWithin(part, id, change)] as const)
  if (entries.every(([, before, after]) => before === after)) return value
  if (Array.isArray(value)) return entries.map(([, , after]) => after)
  return Object.fromEntries(entries.map(([key, , after]) => [key, after]))
}

function isPrompt(value: object): value is PromptCard {
  return 'votes' in value && 'copies' in value && 'slug' in value
}
