import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PromptCard } from '#features/catalogue/contract.ts'
import type { PromptSort } from '#features/catalogue/rules.ts'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import { PromptGrid } from '#features/catalogue/web/prompt-grid.tsx'
import { NoPrompts } from '#features/catalogue/web/prompt-list.tsx'
import { PromptListPage } from '#features/catalogue/web/prompt-list-page.tsx'
import { filterCountsQuery, promptsQuery } from '#features/catalogue/web/prompt-queries.ts'
import { emptySectionTexts } from '#features/home/rules.ts'
import type { ListSearch } from '#web/list-search.ts'
import { cardButtons } from './-card-buttons.tsx'
import { bestFeatured, countedIn, isUnrated, promptListOf } from './-prompt-list-loader.ts'

/** `children`: what stands above the cards. `above`: the prompts in it, which the first page doesn't repeat. */
type Props = {
  title: string
  sort: PromptSort
  search: ListSearch
  above?: PromptCard[]
  children?: ReactNode
}

export function PromptListRoute({ title, sort, search, above = [], children }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const filters = promptListOf(search)
  const { data: page } = useSuspenseQuery(promptsQuery(api, { sort, ...filters }))
  const { data: counts } = useSuspenseQuery(filterCountsQuery(api, countedIn(filters)))
  const isEmpty = sort === 'highest-rated' && isUnrated(page, search.cursor)
  const items = search.view ? page.items : page.items.filter(({ id }) => !above.some((prompt) => prompt.id === id))
  const { data: categories } = useSuspenseQuery(categoriesQuery(api))
  return (
    <PromptListPage
      title={title}
      sort={sort}
      page={isEmpty ? { items: [], nextCursor: null, total: 0 } : { ...page, items }}
      empty={isEmpty && <NothingRated />}
      counts={counts}
      categories={categories}
      search={search}
      actions={cardButtons}
    >
      {children}
    </PromptListPage>
  )
}

/** What a list by rating shows before anybody voted: no order of unrated prompts, but those that the editors chose. */
function NothingRated() {
  const { api } = useRouteContext({ from: '__root__' })
  const { data } = useSuspenseQuery(promptsQuery(api, bestFeatured))
  return (
    <>
      <NoPrompts>{emptySectionTexts.mostRated}</NoPrompts>
      {data.items.length > 0 && (
        <section className="mt-6" aria-label="Featured prompts">
          <p className="mb-2 text-small">
            <b className="font-semibold">Featured</b> <span className="text-ink-2">Chosen by the editors</span>
          </p>
          <PromptGrid prompts={data.items} heading="h2" narrow actions={cardButtons} />
        </section>
      )}
    </>
  )
}
