import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Category, FilterCounts, PromptCard } from '#features/catalogue/contract.ts'
import { type PromptSort, picks } from '#features/catalogue/rules.ts'
import type { Page } from '#lib/http-contract.ts'
import { plural, t } from '#lib/texts.ts'
import { type Choice, ChoiceList } from '#ui/forms/choice-list.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { SideLayout } from '#ui/layout/side-layout.tsx'
import { FilterForm } from './list-filters.tsx'
import type { ListSearch } from './list-search.ts'
import { explanationOf, NoPrompts, PromptList } from './prompt-list.tsx'
import { PromptRow } from './prompt-row.tsx'

function pickText(): string {
  return t('The {perCategory} that members liked best in each category over the last {days} days.', { ...picks })
}

/** How many prompts the list has, and in which category. */
function countOf({ total, totalIsFloor }: Page<unknown>, category: string | undefined): string {
  if (category === undefined)
    return totalIsFloor
      ? plural(total, '{count} prompt or more.', '{count} prompts or more.')
      : plural(total, '{count} prompt.', '{count} prompts.')
  return totalIsFloor
    ? plural(total, '{count} prompt or more in {category}.', '{count} prompts or more in {category}.', { category })
    : plural(total, '{count} prompt in {category}.', '{count} prompts in {category}.', { category })
}

/** The page /prompts, and the pages with the same list in four other orders. Filters narrow the list. */
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
        {countOf(page, chosenCategory?.name)} {search.pick && `${pickText()} `}
        {page.total > 0 && explanationOf(sort, page.items, search.cursor)}{' '}
        {sort === 'highest-rated' && (
          <Link to="/ranking" className="link">
            {t('How ranking works')}
          </Link>
        )}
      </PageHead>
      {search.tag && tagButton && <div className="mb-4">{tagButton(search.tag)}</div>}
      <SideLayout
        side={
          <>
            <ChoiceList title={t('Sort by')} choices={sorts} />
            <ChoiceList title={t('Show')} choices={pickChoices(search)} />
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
            <ChoiceList title={t('Category')} choices={categoryChoices(categories, search)} />
          </>
        }
      >
        <PromptList
          page={{ ...page, items }}
          sort={sort}
          sortChoices={sorts}
          search={search}
          within={chosenCategory?.slug}
          empty={<NoPrompts>{t('No prompts here yet.')}</NoPrompts>}
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
    <section className="mb-6" aria-label={t('Featured prompts')}>
      <p className="mb-1 text-small">
        <b className="font-semibold">{t('Featured')}</b>{' '}
        <span className="text-ink-2">{t('Chosen by the editors')}</span>
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
    { label: t('Trending'), isCurrent: sort === 'trending', link: { to: '/prompts', search: firstPage } },
    { label: t('Newest'), isCurrent: sort === 'newest', link: { to: '/prompts/newest', search: firstPage } },
    { label: t('Most popular'), isCurrent: sort === 'popular', link: { to: '/prompts/popular', search: firstPage } },
    {
      label: t('Highest rated'),
      isCurrent: sort === 'highest-rated',
      link: { to: '/prompts/highest-rated', search: firstPage },
    },
    { label: t('Last tested'), isCurrent: sort === 'proved', link: { to: '/prompts/proved', search: firstPage } },
  ]
}

function pickChoices({ pick }: ListSearch): Choice[] {
  const choose = (pick?: true): Choice['link'] => ({ to: '.', search: (old) => ({ ...old, pick, cursor: undefined }) })
  return [
    { label: t('All prompts'), isCurrent: !pick, link: choose() },
    { label: t('Community picks'), isCurrent: pick === true, link: choose(true) },
  ]
}

function categoryChoices(categories: Category[], search: ListSearch): Choice[] {
  const allCategories: Choice = {
    label: t('All categories'),
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
