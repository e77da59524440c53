import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { PromptSort } from '#features/catalogue/rules.ts'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import { PromptListPage } from '#features/catalogue/web/prompt-list-page.tsx'
import { filterCountsQuery, promptsQuery } from '#features/catalogue/web/prompt-queries.ts'
import { FollowButton } from '#features/following/web/follow-button.tsx'
import type { ListSearch } from '#web/list-search.ts'
import { cardButtons } from './-card-buttons.tsx'
import { bestFeatured, countedIn, isBelowFeatured, promptListOf } from './-prompt-list-loader.ts'

/**
 * A list of prompts, with featured ones above it where they help; the first page doesn't repeat them. One component for
 * the first page and the others: else a choice would close the filters on a phone, and lose the focus.
 */
export function PromptListRoute({ title, sort, search }: { title: string; sort: PromptSort; search: ListSearch }) {
  const { api } = useRouteContext({ from: '__root__' })
  const list = promptListOf(search)
  const { data: page } = useSuspenseQuery(promptsQuery(api, { sort, ...list }))
  const { data: counts } = useSuspenseQuery(filterCountsQuery(api, countedIn(list)))
  const { data: categories } = useSuspenseQuery(categoriesQuery(api))
  const isBelow = isBelowFeatured(sort, list, page)
  const { data: featured } = useQuery({ ...promptsQuery(api, bestFeatured), enabled: isBelow })
  return (
    <PromptListPage
      title={title}
      sort={sort}
      page={page}
      counts={counts}
      categories={categories}
      search={search}
      featured={isBelow ? featured?.items : undefined}
      actions={cardButtons}
      tagButton={(tag) => <FollowButton kind="tag" name={tag} title={`#${tag}`} />}
    />
  )
}
