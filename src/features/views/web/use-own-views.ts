import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { ownViewsQuery } from './view-queries.ts'

/** The recent views of these prompts of the member, by prompt id. Empty until loaded. */
export function useOwnViews(promptIds: string[]): ReadonlyMap<string, number> {
  const { api } = useRouteContext({ from: '__root__' })
  const { data } = useQuery({ ...ownViewsQuery(api, promptIds), enabled: promptIds.length > 0 })
  return new Map(data?.prompts.map(({ id, views }) => [id, views]))
}
