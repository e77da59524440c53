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

/** The filters and page of a list's address, as the API takes them. The router keeps unknown parameters; this doesn't. */
export function promptListOf(search: ListSearch) {
  const filters: ChosenFilters = Object.fromEntries(filterNames.map((name) => [name, search[name]]))
  const { category, tag, cursor, pick } = search
  return { ...filters, category, tag, cursor, pick: pick && ('true' as const) }
}

type PromptList = ReturnType<typeof promptListOf>

/** The best of the featured prompts, as the API takes it. */
export const bestFeatured = { featured: 'true', sort: 'highest-rated', limit: 6 } as const

/** What a list's filters are counted within: its own, in any order and on any page. */
export function countedIn({ sort: _, cursor: __, ...counted }: NonNullable<PromptFilters>) {
  return counted
}

/** Loads the data of a list of prompts. Returns nothing, since the document would carry it a second time. */
export async function loadPromptList({ queryClient, api }: RouterContext, filters: NonNullable<PromptFilters>) {
  await Promise.all([
    orNotFound(queryClient.query(promptsQuery(api, filters))),
    queryClient.query(categoriesQuery(api)),
    orNotFound(queryClient.query(filterCountsQuery(api, countedIn(filters)))),
  ])
}

/**
 * Whether featured prompts are above a list: the first page of a whole list that begins with what people use now,
 * or whose order has nothing to go by yet.
 */
export function isBelowFeatured(sort: PromptSort, list: PromptList, page: Page<PromptCard>): boolean {
  const isWhole = Object.values(list).every((value) => value === undefined)
  return isWhole && (sort === 'trending' || isUnranked(sort, page.items, undefined))
}

/** The same as `loadPromptList`, with the featured prompts if they are above it. */
export async function loadSortedList(context: RouterContext, { sort, ...list }: PromptList & { sort: PromptSort }) {
  await loadPromptList(context, { sort, ...list })
  const { queryClient, api } = context
  const page = queryClient.getQueryData(promptsQuery(api, { sort, ...list }).queryKey)
  if (page && isBelowFeatured(sort, list, page)) await queryClient.query(promptsQuery(api, bestFeatured))
}
