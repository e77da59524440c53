import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Category, FilterCounts, PromptCard } from '#features/catalogue/contract.ts'
import { type PromptSort, picks } from '#features/catalogue/rules.ts'
import type { Page } from '#lib/http-contract.ts'
import { pluralize } from '#lib/numbers.ts'
import { type Choice, ChoiceList } from '#ui/choice-list.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { SideLayout } from '#ui/side-layout.tsx'
import { FilterForm } from './list-filters.tsx'
import type { ListSearch } from './list-search.ts'
import { explanationOf, NoPrompts, PromptList } from './prompt-list.tsx'
import { PromptRow } from './prompt-row.tsx'

const pickText = `The ${picks.perCategory} that members liked best in each category over the last ${picks.days} days.`

/** The page /prompts, and the pages with the same list in three other orders. Filters narrow the list. */
export function PromptListPage({
  title,
  sort,
  page,
  counts,
  categories,
  search,
  featured = [],
  renderActions,
  tagButton,
}: {
  title: string
  sort: PromptSort
  page: Page<PromptCard>
  counts: FilterCounts
  categories: Category[]
  search: ListSearch
  /** Prompts that are shown above the cards. The cards don't repeat them. */
  featured?: PromptCard[]
  /** Returns the buttons of other features for a card. */
  renderActions?: (prompt: PromptCard) => ReactNode
  /** A button that another feature provides for the chosen tag. */
  tagButton?: (tag: string) => ReactNode
}) {
  const chosenCategory = categories.find((category) => category.slug === search.category)
  // The list's table form (`view`) has no featured prompts above it.
  const isAbove = ({ id }: PromptCard) => !search.view && featured.some((prompt) => prompt.id === id)
  const items = page.items.filter((prompt) => !isAbove(prompt))
  const sorts = sortChoices(sort, search)
  return (
    <div className="wrap">
      <PageHead title={title}>
        {pluralize(page.total, 'prompt')}
        {page.totalIsFloor && ' or more'}
        {chosenCategory && ` in ${chosenCategory.name}`}. {search.pick && `${pickText} `}
        {page.total > 0 && explanationOf(sort, page.items, search.cursor)}{' '}
        {sort === 'highest-rated' && (
          <Link to="/ranking" className="link">
            How ranking works
          </Link>
        )}
      </PageHead>
      {search.tag && tagButton && <div className="mb-4">{tagButton(search.tag)}</div>}
      <SideLayout
        side={
          <>
            <ChoiceList title="Sort by" choices={sorts} />
            <ChoiceList title="Show" choices={pickChoices(search)} />
            <FilterForm
              search={search}
              counts={counts}
              total={page.total}
              otherParameters={{
                category: search.category,
                tag: search.tag,
                pick: search.pick && 'true',
                view: search.view,
              }}
            />
            <ChoiceList title="Category" choices={categoryChoices(categories, search)} />
          </>
        }
      >
        <PromptList
          page={{ ...page, items }}
          sort={sort}
          sortChoices={sorts}
          search={search}
          within={chosenCategory?.slug}
          empty={<NoPrompts>No prompts here yet.</NoPrompts>}
          renderActions={renderActions}
        >
          {featured.length > 0 && <FeaturedPrompts prompts={featured} />}
        </PromptList>
      </SideLayout>
    </div>
  )
}

/** Shows the best featured prompts as rows, above an unfiltered list. */
function FeaturedPrompts({ prompts }: { prompts: PromptCard[] }) {
  return (
    <section className="mb-6" aria-label="Featured prompts">
      <p className="mb-1 text-small">
        <b className="font-semibold">Featured</b> <span className="text-ink-2">Chosen by the editors</span>
      </p>
      <div className="grid gap-x-8 xl:grid-cols-3">
        {prompts.map((prompt) => (
          <PromptRow key={prompt.id} prompt={prompt} heading="h2" />
        ))}
      </div>
    </section>
  )
}

function sortChoices(sort: PromptSort, search: ListSearch): Choice[] {
  const firstPage = { ...search, cursor: undefined }
  return [
    { label: 'Trending', isCurrent: sort === 'trending', link: { to: '/prompts', search: firstPage } },
    { label: 'Newest', isCurrent: sort === 'newest', link: { to: '/prompts/newest', search: firstPage } },
    { label: 'Most popular', isCurrent: sort === 'popular', link: { to: '/prompts/popular', search: firstPage } },
    {
      label: 'Highest rated',
      isCurrent: sort === 'highest-rated',
      link: { to: '/prompts/highest-rated', search: firstPage },
    },
  ]
}

function pickChoices({ pick }: ListSearch): Choice[] {
  const choose = (pick?: true): Choice['link'] => ({ to: '.', search: (old) => ({ ...old, pick, cursor: undefined }) })
  return [
    { label: 'All prompts', isCurrent: !pick, link: choose() },
    { label: 'Community picks', isCurrent: pick === true, link: choose(true) },
  ]
}

function categoryChoices(categories: Category[], search: ListSearch): Choice[] {
  const allCategories: Choice = {
    label: 'All categories',
    isCurrent: !search.category,
    link: { to: '.', search: (old) => ({ ...old, category: undefined, cursor: undefined }) },
  }
  return [
    allCategories,
    ...categories.map(
      ({ slug, name, promptCount }): Choice => ({
        label: name,
        category: slug,
        count: promptCount,
        isCurrent: slug === search.category,
        link: { to: '.', search: (old) => ({ ...old, category: slug, cursor: undefined }) },
      }),
    ),
  ]
}
