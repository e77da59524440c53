import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PromptSort } from '#features/catalogue/rules.ts'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import { PromptListPage } from '#features/catalogue/web/prompt-list-page.tsx'
import { promptsQuery } from '#features/catalogue/web/prompt-queries.ts'
import type { ListSearch } from '#web/list-search.ts'
import { cardButtons } from './-card-buttons.tsx'

/** `children`: what stands above the list. */
type Props = { title: string; sort: PromptSort; search: ListSearch; children?: ReactNode }

export function PromptListRoute({ title, sort, search, children }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const { view: _, pick, ...filters } = search
  const { data: page } = useSuspenseQuery(promptsQuery(api, { sort, ...filters, pick: pick && 'true' }))
  const { data: categories } = useSuspenseQuery(categoriesQuery(api))
  return (
    <PromptListPage title={title} sort={sort} page={page} categories={categories} search={search} actions={cardButtons}>
      {children}
    </PromptListPage>
  )
}
