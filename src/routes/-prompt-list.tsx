import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { PromptSort } from '#features/catalogue/rules.ts'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import { type PromptFilters, promptsQuery } from '#features/catalogue/web/prompt-queries.ts'
import type { ListSearch } from '#web/list-search.ts'
import { orNotFound } from '#web/not-found.ts'
import type { RouterContext } from '#web/router.tsx'

/** What every list of prompts needs before it shows. */
export async function loadPromptList({ queryClient, api }: RouterContext, filters: PromptFilters) {
  await Promise.all([
    queryClient.query(categoriesQuery(api)),
    orNotFound(queryClient.query(promptsQuery(api, filters))),
  ])
}

type Props = { title: string; path: string; sort: PromptSort; search: ListSearch }

export function PromptListRoute({ title, sort, search: { view: _, ...filters } }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: prompts } = useSuspenseQuery(promptsQuery(api, { sort, ...filters }))
  return (
    <h1>
      {title}: {prompts.total}
    </h1>
  )
}
