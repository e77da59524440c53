import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import type { Input } from '#client/endpoints.ts'
import { readersLanguage } from '#client/readers-language.ts'

/** The filters, order, cursor and page size of a list. Each page of a list is a separate query. */
export type PromptFilters = Input<'GET /api/prompts'>['query']
type Paging = Input<'GET /api/prompts/newest'>['query']
type CategoryPaging = Input<'GET /api/prompts/category/{id}'>['query']

/** One prompt with its content, by id, slug or former slug. */
export function promptQuery(api: Api, id: string) {
  return queryOptions(apiQuery(api, 'GET /api/prompts/{id}', { params: { id } }))
}

/** Up to 6 prompts that are similar to the one with this id or slug. */
export function relatedPromptsQuery(api: Api, id: string) {
  return queryOptions(apiQuery(api, 'GET /api/prompts/related/{id}', { params: { id } }))
}

/** Up to 6 prompts that have one of these tags or this category. */
export function promptsAboutQuery(api: Api, { tags, category }: { tags: string[]; category: { slug: string } }) {
  const query = { tags: tags.join(','), category: category.slug }
  return queryOptions(apiQuery(api, 'GET /api/prompts/related', { query }))
}

/** A page of published prompts, filtered and sorted, in the reader's language if they have a version in it. */
export function promptsQuery(api: Api, filters: PromptFilters = {}) {
  return queryOptions(apiQuery(api, 'GET /api/prompts', { query: { ...filters, prefer: readersLanguage() } }))
}

/** The number of prompts for each value of each filter, among those that match the other filters. */
export function filterCountsQuery(api: Api, filters: Input<'GET /api/filters'>['query'] = {}) {
  return queryOptions(apiQuery(api, 'GET /api/filters', { query: filters }))
}

/** A page of prompts, most recently published first. */
export function newestPromptsQuery(api: Api, paging: Paging = {}) {
  return queryOptions(apiQuery(api, 'GET /api/prompts/newest', { query: paging }))
}

/** A page of prompts, most recently updated first. */
export function recentPromptsQuery(api: Api, paging: Paging = {}) {
  return queryOptions(apiQuery(api, 'GET /api/prompts/recent', { query: paging }))
}

/** A page of prompts, best rated first. */
export function highestRatedPromptsQuery(api: Api, paging: Paging = {}) {
  return queryOptions(apiQuery(api, 'GET /api/prompts/highest-rated', { query: paging }))
}

/** A page of prompts, most copied first. */
export function mostCopiedPromptsQuery(api: Api, paging: Paging = {}) {
  return queryOptions(apiQuery(api, 'GET /api/prompts/most-copied', { query: paging }))
}

/** The editors' choice, up to 24 prompts. */
export function featuredPromptsQuery(api: Api) {
  return queryOptions(apiQuery(api, 'GET /api/prompts/featured'))
}

/** A page of the prompts in a category, by the category's id or slug. */
export function categoryPromptsQuery(api: Api, id: string, paging: CategoryPaging = {}) {
  return queryOptions(apiQuery(api, 'GET /api/prompts/category/{id}', { params: { id }, query: paging }))
}
