import type { ReactNode } from 'react'
import type { Category, PromptCard } from '#features/catalogue/contract.ts'
import { type PromptSort, picks } from '#features/catalogue/rules.ts'
import type { Page } from '#lib/http-contract.ts'
import { counted } from '#lib/numbers.ts'
import { type Choice, ChoiceList } from '#ui/choice-list.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { SideLayout } from '#ui/side-layout.tsx'
import type { ListSearch } from '#web/list-search.ts'
import { NoPrompts, PromptList } from './prompt-list.tsx'
import { PromptSheet } from './prompt-sheet.tsx'

/** What each order means, in words. */
const explanations: Record<PromptSort, string> = {
  newest: 'Last published first.',
  popular: 'Most copied first.',
  'highest-rated': 'Sorted by what voters agree on, not by vote count alone.',
  trending: 'What people voted for and copied lately comes first.',
}

const pickExplanation = `The ${picks.perCategory} that members liked best in each category over ${picks.days} days.`

/** A list of prompts: /prompts and its three orders, filtered by category, tag or picks. */
export function PromptListPage({
  title,
  sort,
  page,
  categories,
  search,
  actions,
  children,
}: {
  title: string
  sort: PromptSort
  page: Page<PromptCard>
  categories: Category[]
  search: ListSearch
  actions?: (prompt: PromptCard) => ReactNode
  /** What stands above the list. */
  children?: ReactNode
}) {
  const chosen = categories.find((category) => category.slug === search.category)
  return (
    <div className="wrap">
      <PageHead title={title}>
        {counted(page.total, 'prompt')}
        {page.totalIsFloor && ' or more'}
        {chosen && ` in ${chosen.name}`}. {search.pick && `${pickExplanation} `}
        {explanations[sort]}
      </PageHead>
      <SideLayout
        side={
          <>
            <ChoiceList title="Sort by" choices={sortChoices(sort, search)} />
            <ChoiceList title="Show" choices={pickChoices(search)} />
            <ChoiceList title="Category" choices={categoryChoices(categories, search)} />
          </>
        }
      >
        {children}
        <PromptList
          page={page}
          search={search}
          within={chosen?.slug}
          empty={<NoPrompts>No prompts here yet.</NoPrompts>}
          actions={actions}
        />
      </SideLayout>
    </div>
  )
}

/** The best of the featured prompts, above a list that nobody has narrowed yet. */
export function FeaturedPrompts({
  prompts,
  actions,
}: {
  prompts: PromptCard[]
  actions?: (prompt: PromptCard) => ReactNode
}) {
  return (
    <section className="mb-8" aria-label="Featured prompts">
      <p className="mb-2 text-small">
        <b className="font-semibold">Featured</b> <span className="text-ink-2">Chosen by the editors</span>
      </p>
      <PromptSheet prompts={prompts} heading="h2" narrow actions={actions} />
    </section>
  )
}

function sortChoices(sort: PromptSort, search: ListSearch): Choice[] {
  const firstPage = { ...search, cursor: undefined }
  return [
    { label: 'Trending', current: sort === 'trending', link: { to: '/prompts', search: firstPage } },
    { label: 'Newest', current: sort === 'newest', link: { to: '/prompts/newest', search: firstPage } },
    { label: 'Most popular', current: sort === 'popular', link: { to: '/prompts/popular', search: firstPage } },
    {
      label: 'Highest rated',
      current: sort === 'highest-rated',
      link: { to: '/prompts/highest-rated', search: firstPage },
    },
  ]
}

function pickChoices({ pick }: ListSearch): Choice[] {
  const choose = (pick?: true): Choice['link'] => ({ to: '.', search: (old) => ({ ...old, pick, cursor: undefined }) })
  return [
    { label: 'All prompts', current: !pick, link: choose() },
    { label: 'Community picks', current: pick === true, link: choose(true) },
  ]
}

function categoryChoices(categories: Category[], search: ListSearch): Choice[] {
  const every: Choice = {
    label: 'All categories',
    current: !search.category,
    link: { to: '.', search: (old) => ({ ...old, category: undefined, cursor: undefined }) },
  }
  return [
    every,
    ...categories.map(
      ({ slug, name, promptCount }): Choice => ({
        label: name,
        cat: slug,
        count: promptCount,
        current: slug === search.category,
        link: { to: '.', search: (old) => ({ ...old, category: slug, cursor: undefined }) },
      }),
    ),
  ]
}
