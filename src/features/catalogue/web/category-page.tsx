import type { ReactNode } from 'react'
import type { Category, FilterCounts, PromptCard } from '#features/catalogue/contract.ts'
import { type PromptSort, standardSort } from '#features/catalogue/rules.ts'
import type { Page } from '#lib/http-contract.ts'
import { type Message, msg, plural, t, translate } from '#lib/texts.ts'
import { type Choice, ChoiceList } from '#ui/forms/choice-list.tsx'
import { SideLayout } from '#ui/layout/side-layout.tsx'
import { CategoryIcon } from './category-icon.tsx'
import { FilterForm } from './list-filters.tsx'
import { isNarrowed, type ListSearch } from './list-search.ts'
import { explanationOf, NoPrompts, PromptList } from './prompt-list.tsx'

const sortLabels: [PromptSort, Message][] = [
  ['trending', msg('Trending')],
  ['newest', msg('Newest')],
  ['popular', msg('Most popular')],
  ['highest-rated', msg('Highest rated')],
  ['proved', msg('Last tested')],
]

/** Sort orders whose labels need an explanation. */
const explainedSorts = new Set<PromptSort>(['popular', 'highest-rated', 'proved'])

/** Shows a category with its description and prompts, next to the list of categories. */
export function CategoryPage({
  category,
  categories,
  sort,
  page,
  counts,
  search,
  emptyText,
  renderActions,
  button,
}: {
  category: Category
  categories: Category[]
  sort: PromptSort
  page: Page<PromptCard>
  counts: FilterCounts
  search: ListSearch
  emptyText: string
  /** Returns the buttons of other features for a card. */
  renderActions?: (prompt: PromptCard) => ReactNode
  /** A button that another feature provides for this category. */
  button?: ReactNode
}) {
  const isFiltered = search.tag !== undefined || isNarrowed(search)
  const filterProps = { search: { ...search, category: category.slug }, counts, total: page.total }
  const sorts = sortLabels.map(
    ([value, label]): Choice => ({
      label: translate(label),
      isCurrent: value === sort,
      // The URL leaves out the default order, so that each page has only one URL.
      link: {
        to: '.',
        search: (old) => ({ ...old, sort: value === standardSort ? undefined : value, cursor: undefined }),
      },
    }),
  )
  const categoryChoices = categories.map(
    ({ slug, name, promptCount }): Choice => ({
      label: name,
      category: slug,
      count: promptCount,
      isCurrent: slug === category.slug,
      link: { to: '/category/$slug', params: { slug } },
    }),
  )
  return (
    <div className="wrap">
      <header className="flex items-start gap-4 pt-6 pb-5 side:pt-8" data-cat={category.slug}>
        <span className="mt-1 grid size-11 shrink-0 place-items-center rounded-1 bg-wash text-tone max-sm:hidden">
          <CategoryIcon slug={category.slug} className="icon size-6" />
        </span>
        <div>
          <h1 className="text-h1">{category.name}</h1>
          <p className="mt-2 max-w-[42em] text-ink-2">
            <bdi>{category.description}</bdi> {countOf(category, isFiltered ? page : null)}{' '}
            {page.total > 0 && explainedSorts.has(sort) && explanationOf(sort, page.items, search.cursor)}
          </p>
        </div>
        {button && <div className="ms-auto shrink-0">{button}</div>}
      </header>
      <SideLayout
        side={
          <>
            <ChoiceList title={t('Sort by')} choices={sorts} />
            <FilterForm
              {...filterProps}
              otherParameters={{ sort: sort === standardSort ? undefined : sort, tag: search.tag, view: search.view }}
            />
            <ChoiceList title={t('Category')} choices={categoryChoices} />
          </>
        }
      >
        <PromptList
          page={page}
          sort={sort}
          sortChoices={sorts}
          search={search}
          within={category.slug}
          empty={<NoPrompts>{emptyText}</NoPrompts>}
          renderActions={renderActions}
        />
      </SideLayout>
    </div>
  )
}

/** How many prompts a category has or, if the list is filtered (`found`), how many of them it shows. */
function countOf({ promptCount }: Category, found: Page<PromptCard> | null): string {
  if (!found) return plural(promptCount, '{count} prompt.', '{count} prompts.')
  return found.totalIsFloor
    ? plural(promptCount, '{found} or more of {count} prompt.', '{found} or more of {count} prompts.', {
        found: found.total,
      })
    : plural(promptCount, '{found} of {count} prompt.', '{found} of {count} prompts.', { found: found.total })
}
