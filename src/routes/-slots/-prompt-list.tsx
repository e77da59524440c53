import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { PromptSort } from '#features/catalogue/rules.ts'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import type { ListSearch } from '#features/catalogue/web/list-search.ts'
import { PromptListPage } from '#features/catalogue/web/prompt-list-page.tsx'
import { filterCountsQuery, promptsQuery } from '#features/catalogue/web/prompt-queries.ts'
import { FollowButton } from '#features/following/web/follow-button.tsx'
import { cardButtons } from './-card-buttons.tsx'
import { bestFeatured, filtersForCounts, promptFiltersOf, showsFeatured } from './-prompt-list-loader.ts'

/**
 * A page with a list of prompts, sometimes below featured prompts, which the list doesn't repeat. All sort orders share
 * this component: if each had its own, changing the order would close the filters on a phone and lose the focus.
 */
export function PromptListRoute({ title, sort, search }: { title: string; sort: PromptSort; search: ListSearch }) {
  const { api } = useRouteContext({ from: '__root__' })
  const filters = promptFiltersOf(search)
  const { data: page } = useSuspenseQuery(promptsQuery(api, { sort, ...filters }))
  const { data: counts } = useSuspenseQuery(filterCountsQuery(api, filtersForCounts(filters)))
  const { data: categories } = useSuspenseQuery(categoriesQuery(api))
  const hasFeatured = showsFeatured(sort, filters)
  const { data: featured } = useQuery({ ...promptsQuery(api, bestFeatured), enabled: hasFeatured })
  return (
    <PromptListPage
      title={title}
      sort={sort}
      page={page}
      counts={counts}
      categories={categories}
      search={search}
      featured={hasFeatured ? featured?.items : undefined}
      renderActions={cardButtons}
      tagButton={(tag) => <FollowButton kind="tag" name={tag} title={`#${tag}`} />}
    />
  )
}
