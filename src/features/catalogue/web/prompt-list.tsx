import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { isUnranked } from '#features/catalogue/list-order-rules.ts'
import type { PromptSort } from '#features/catalogue/rules.ts'
import type { Page } from '#lib/http-contract.ts'
import type { Choice } from '#ui/choice-list.tsx'
import { ChoiceSelect } from '#ui/choice-select.tsx'
import { Empty, EmptyPage } from '#ui/empty.tsx'
import { Icon } from '#ui/icon.tsx'
import { FiltersButton } from '#ui/side-layout.tsx'
import { NumberedPaging, ViewSwitch } from './list-controls.tsx'
import { ChosenFilterLinks, countChosen } from './list-filters.tsx'
import type { ListSearch } from './list-search.ts'
import { PromptGrid } from './prompt-grid.tsx'
import { PromptTable } from './prompt-table.tsx'

const explanations: Record<PromptSort, string> = {
  newest: 'Most recently published first.',
  popular: 'Most copied first.',
  'highest-rated': 'Highest likely share of up votes first. Few votes lower that share. Unrated prompts come last.',
  trending: 'Trending first: recent votes and copies.',
}

/** Says why an order can't rank prompts yet. */
const missing: Record<PromptSort, string> = {
  newest: '',
  popular: 'No copies yet',
  'highest-rated': 'No votes yet',
  trending: 'No recent votes or copies yet',
}

/** Explains the order of a list. `prompts` are those on the current page. */
export function explanationOf(sort: PromptSort, prompts: PromptCard[], cursor: string | undefined): string {
  if (!isUnranked(sort, prompts, cursor)) return explanations[sort]
  const first = sort !== 'trending' && prompts[0]?.featured ? 'featured prompts' : 'starter prompts and new ones'
  return `${missing[sort]}: ${first} come first.`
}

/** Shows a page of prompts as cards or as a table, with controls above it and paging below it. */
export function PromptList({
  page,
  search,
  empty,
  sort,
  sortChoices,
  within,
  renderActions,
  children,
}: {
  page: Page<PromptCard>
  search: ListSearch
  empty: ReactNode
  /** The order of the list. */
  sort?: PromptSort
  /** The orders to choose from. On phones they are next to the button for the filters. */
  sortChoices?: Choice[]
  /** The slug of the category that the page is about. Cards don't repeat the category's name. */
  within?: string
  /** Returns the buttons of other features for a card. */
  renderActions?: (prompt: PromptCard) => ReactNode
  /** What is shown above the cards. */
  children?: ReactNode
}) {
  const view = search.view ?? 'cards'
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2 side:gap-3">
        <FiltersButton active={countChosen(search)} />
        {sortChoices && page.items.length > 1 && <ChoiceSelect label="Sort by" choices={sortChoices} />}
        <ChosenFilterLinks search={search} />
        {search.tag && (
          <Link
            to="."
            search={(old) => ({ ...old, tag: undefined, cursor: undefined })}
            activeOptions={{ exact: true }}
            className="chip"
          >
            <span className="tag truncate">{search.tag}</span>
            <Icon name="x" className="icon-sm" aria-label="Remove this tag" />
          </Link>
        )}
        {(page.items.length > 1 || view === 'table') && (
          <div className="ml-auto">
            <ViewSwitch view={view} />
          </div>
        )}
      </div>
      {view === 'cards' && children}
      {page.items.length === 0 && (search.cursor ? <EmptyPage /> : empty)}
      {page.items.length > 0 &&
        (view === 'table' ? (
          <PromptTable prompts={page.items} />
        ) : (
          <PromptGrid
            prompts={page.items}
            heading="h2"
            isNarrow
            within={within}
            sort={sort}
            renderActions={renderActions}
          />
        ))}
      <NumberedPaging page={page} cursor={search.cursor} />
    </>
  )
}

/** The message of an empty list, with a link to all prompts. */
export function NoPrompts({ children }: { children: ReactNode }) {
  return (
    <Empty
      action={
        <Link to="/prompts" className="btn">
          Explore
        </Link>
      }
    >
      {children}
    </Empty>
  )
}
