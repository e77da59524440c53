import { orNotFound } from '#client/not-found.ts'
import type { RouterContext } from '#client/router-context.ts'
import type { ChosenFilters } from '#features/catalogue/filter-rules.ts'
import { filterNames, imageCategory, type PromptSort } from '#features/catalogue/rules.ts'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import { apiPageOf, type ListSearch } from '#features/catalogue/web/list-search.ts'
import { filterCountsQuery, type PromptFilters, promptsQuery } from '#features/catalogue/web/prompt-queries.ts'

/**
 * The filters and the page that a list's URL contains, as the API expects them. Drops unknown parameters, which the
 * router keeps in `search`.
 */
export function promptFiltersOf(search: ListSearch) {
  const filters: ChosenFilters = Object.fromEntries(filterNames.map((name) => [name, search[name]]))
  const { category, tag, pick } = search
  return { ...filters, ...withPicturesFirst(category), tag, pick: pick && ('true' as const), ...apiPageOf(search) }
}

/** The filter for a category. Image prompts that show a picture come first. */
export function withPicturesFirst(category: string | undefined) {
  return { category, pictures: category === imageCategory ? ('first' as const) : undefined }
}

type UrlFilters = ReturnType<typeof promptFiltersOf>

/** The filters that select the three highest-rated featured prompts. */
export const bestFeatured = { featured: 'true', sort: 'highest-rated', limit: 3 } as const

/** The filters without order and page, on which the counts next to a list's filters don't depend. */
export function filtersForCounts({
  sort: _,
  cursor: __,
  limit: ___,
  pictures: ____,
  ...filters
}: NonNullable<PromptFilters>) {
  return filters
}

/**
 * Loads the data of a list of prompts into the query cache. Doesn't return the data, because the document would then
 * contain it twice.
 */
export async function loadPromptList({ queryClient, api }: RouterContext, filters: NonNullable<PromptFilters>) {
  await Promise.all([
    orNotFound(queryClient.query(promptsQuery(api, filters))),
    queryClient.query(categoriesQuery(api)),
    orNotFound(queryClient.query(filterCountsQuery(api, filtersForCounts(filters)))),
  ])
}

/** Whether featured prompts are shown above a list: only on the first page of trending prompts, without filters. */
export function showsFeatured(sort: PromptSort, { limit: _, ...chosen }: UrlFilters): boolean {
  return sort === 'trending' && Object.values(chosen).every((value) => value === undefined)
}

/** Like `loadPromptList`, but also loads the featured prompts if they are shown above the list. */
export async function loadListWithFeatured(
  context: RouterContext,
  { sort, ...filters }: UrlFilters & { sort: PromptSort },
) {
  const { queryClient, api } = context
  await Promise.all([
    loadPromptList(context, { sort, ...filters }),
    showsFeatured(sort, filters) && queryClient.query(promptsQuery(api, bestFeatured)),
  ])
}
