import type { PromptCard } from '#features/catalogue/contract.ts'
import type { ChosenFilters } from '#features/catalogue/filter-rules.ts'
import { filterNames, type PromptSort } from '#features/catalogue/rules.ts'
import { isUnranked } from '#features/catalogue/unranked-rules.ts'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import { filterCountsQuery, type PromptFilters, promptsQuery } from '#features/catalogue/web/prompt-queries.ts'
import type { Page } from '#lib/http-contract.ts'
import type { ListSearch } from '#web/list-search.ts'
import { orNotFound } from '#web/not-found.ts'
import type { RouterContext } from '#web/router-context.ts'

/**
 * The filters and the cursor in a list's address, as the API expects them. Drops unknown parameters, unlike the router.
 */
export function promptListOf(search: ListSearch) {
  const filters: ChosenFilters = Object.fromEntries(filterNames.map((name) => [name, search[name]]))
  const { category, tag, cursor, pick } = search
  return { ...filters, category, tag, cursor, pick: pick && ('true' as const) }
}

type PromptList = ReturnType<typeof promptListOf>

/** The query for the best featured prompts. */
export const bestFeatured = { featured: 'true', sort: 'highest-rated', limit: 3 } as const

/** The query for the counts of a list's filters. They don't depend on the order and the page. */
export function filtersForCounts({ sort: _, cursor: __, ...filters }: NonNullable<PromptFilters>) {
  return filters
}

/** Loads the data of a list of prompts. Returns nothing, because the document would contain it twice. */
export async function loadPromptList({ queryClient, api }: RouterContext, filters: NonNullable<PromptFilters>) {
  await Promise.all([
    orNotFound(queryClient.query(promptsQuery(api, filters))),
    queryClient.query(categoriesQuery(api)),
    orNotFound(queryClient.query(filterCountsQuery(api, filtersForCounts(filters)))),
  ])
}

/**
 * Whether featured prompts are shown above a list: on the first page of an unfiltered list that is trending, or that
 * can't be ranked yet because it has no votes or copies.
 */
export function showsFeatured(sort: PromptSort, list: PromptList, page: Page<PromptCard>): boolean {
  const isUnfiltered = Object.values(list).every((value) => value === undefined)
  return isUnfiltered && (sort === 'trending' || isUnranked(sort, page.items, undefined))
}

/** Like `loadPromptList`, but also loads the featured prompts if they are shown above the list. */
export async function loadSortedList(context: RouterContext, { sort, ...list }: PromptList & { sort: PromptSort }) {
  await loadPromptList(context, { sort, ...list })
  const { queryClient, api } = context
  const page = queryClient.getQueryData(promptsQuery(api, { sort, ...list }).queryKey)
  if (page && showsFeatured(sort, list, page)) await queryClient.query(promptsQuery(api, bestFeatured))
}
