import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { isUnranked } from '#features/catalogue/list-order-rules.ts'
import { imageCategory, type PromptSort } from '#features/catalogue/rules.ts'
import type { Page } from '#lib/http-contract.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import type { Choice } from '#ui/forms/choice-list.tsx'
import { ChoiceSelect } from '#ui/forms/choice-select.tsx'
import { Icon } from '#ui/icon.tsx'
import { FiltersButton } from '#ui/layout/side-layout.tsx'
import { Empty, EmptyPage } from '#ui/lists/empty.tsx'
import { NumberedPaging, ViewSwitch } from './list-controls.tsx'
import { ChosenFilterLinks, countChosen } from './list-filters.tsx'
import type { ListSearch } from './list-search.ts'
import { ImagePrompts, PromptGrid } from './prompt-grid.tsx'
import { PromptTable } from './prompt-table.tsx'

const explanations: Record<PromptSort, Message> = {
  newest: msg('Most recently published first.'),
  popular: msg('Most copied first.'),
  'highest-rated': msg(
    'Sorted by how many people would like a prompt, estimated with caution if it has few votes. Unrated prompts come last.',
  ),
  trending: msg('Trending first: recent votes and copies.'),
  proved: msg(
    'Most recently tested first, by tests, a comparison or members’ reports. Prompts that weren’t come last.',
  ),
}

/** Says why an order can't rank prompts yet, and what comes first: featured prompts, or starter prompts and new ones. */
const unranked: Record<Exclude<PromptSort, 'newest'>, { featured: Message; starters: Message }> = {
  popular: {
    featured: msg('No copies yet: featured prompts come first.'),
    starters: msg('No copies yet: starter prompts and new ones come first.'),
  },
  'highest-rated': {
    featured: msg('No votes yet: featured prompts come first.'),
    starters: msg('No votes yet: starter prompts and new ones come first.'),
  },
  trending: {
    featured: msg('No recent votes or copies yet: featured prompts come first.'),
    starters: msg('No recent votes or copies yet: starter prompts and new ones come first.'),
  },
  proved: {
    featured: msg('No prompt here is tested yet: featured prompts come first.'),
    starters: msg('No prompt here is tested yet: starter prompts and new ones come first.'),
  },
}

/** Explains the order of a list. `prompts` are those on the current page. */
export function explanationOf(sort: PromptSort, prompts: PromptCard[], cursor: string | undefined): string {
  if (sort === 'newest' || !isUnranked(sort, prompts, cursor)) return translate(explanations[sort])
  return translate(unranked[sort][sort !== 'trending' && prompts[0]?.featured ? 'featured' : 'starters'])
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
  const isOfImages = [within, search.category].includes(imageCategory) || search.picture !== undefined
  const List = isOfImages ? ImagePrompts : PromptGrid
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2 side:gap-3">
        <FiltersButton active={countChosen(search)} />
        {sortChoices && page.items.length > 1 && <ChoiceSelect label={t('Sort by')} choices={sortChoices} />}
        <ChosenFilterLinks search={search} />
        {search.tag && (
          <Link
            to="."
            search={(old) => ({ ...old, tag: undefined, cursor: undefined })}
            activeOptions={{ exact: true }}
            className="chip"
          >
            <span className="tag truncate">{search.tag}</span>
            <Icon name="x" className="icon-sm" aria-label={t('Remove this tag')} />
          </Link>
        )}
        {(page.items.length > 1 || view === 'table') && (
          <div className="ms-auto">
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
          <List prompts={page.items} heading="h2" isNarrow within={within} sort={sort} renderActions={renderActions} />
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
          {t('Explore')}
        </Link>
      }
    >
      {children}
    </Empty>
  )
}
