import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { ownReadsQuery } from './statistics-queries.ts'

/**
 * Returns the recent views of the member's own prompts, by prompt id. Undefined until loaded. Prompts with too few
 * views are omitted.
 */
export function useOwnReads(promptIds: string[]): Record<string, number> | undefined {
  const { api } = useRouteContext({ from: '__root__' })
  return useQuery({ ...ownReadsQuery(api, promptIds), enabled: promptIds.length > 0 }).data?.reads
}
