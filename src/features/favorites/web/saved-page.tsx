import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import { type FavoriteSort, favoriteSorts } from '#features/favorites/rules.ts'
import type { Page } from '#lib/http-contract.ts'
import { type Message, msg, plural, t, translate } from '#lib/texts.ts'
import { ListSearchForm } from '#ui/forms/list-search-form.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Empty, EmptyPage } from '#ui/lists/empty.tsx'
import { GetStarted, type StartLinks } from '#ui/lists/get-started.tsx'
import { SavedCard } from './saved-card.tsx'

/** The search parameters of the page. */
export type SavedSearch = { q?: string; sort?: FavoriteSort; cursor?: string }

const labels: Record<FavoriteSort, Message> = {
  saved: msg('Last saved'),
  newest: msg('Newest'),
  popular: msg('Most popular'),
  'highest-rated': msg('Highest rated'),
}

/** Shows the page with the member's saved prompts. The search term and the sort order are in the URL. */
export function SavedPage({
  page,
  search,
  onSearch,
  renderActions,
}: {
  page: Page<PromptCard>
  search: SavedSearch
  onSearch: (q: string | undefined) => void
  /** Returns the buttons for a prompt's card. */
  renderActions: (prompt: PromptCard) => ReactNode
}) {
  const isEmpty = page.items.length === 0 && !search.q && !search.cursor
  return (
    <div className="wrap">
      <PageHead title={t('Saved Prompts')}>
        {isEmpty
          ? t('Prompts that you save appear here.')
          : page.totalIsFloor
            ? plural(
                page.total,
                '{count} prompt or more. Only you see this list.',
                '{count} prompts or more. Only you see this list.',
              )
            : plural(page.total, '{count} prompt. Only you see this list.', '{count} prompts. Only you see this list.')}
      </PageHead>
      {!isEmpty && <Controls search={search} onSearch={onSearch} canSort={page.total > 1 || !!search.sort} />}
      {page.items.length === 0 ? (
        <NothingSaved {...search} />
      ) : (
        <div className="cards">
          {page.items.map((prompt) => (
            <SavedCard key={prompt.id} prompt={prompt} actions={renderActions(prompt)} />
          ))}
        </div>
      )}
      <ListPaging nextCursor={page.nextCursor} cursor={search.cursor} />
    </div>
  )
}

function Controls({
  search,
  onSearch,
  canSort,
}: {
  search: SavedSearch
  onSearch: (q: string | undefined) => void
  /** Whether to show the sort orders: there is more than one prompt, or an order is chosen. */
  canSort: boolean
}) {
  const { q, sort = 'saved' } = search
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <ListSearchForm label={t('Search saved prompts')} q={q} onSearch={onSearch} />
      <nav className="seg max-sm:grid max-sm:w-full max-sm:grid-cols-2" aria-label={t('Sort by')} hidden={!canSort}>
        {favoriteSorts.map((option) => (
          <Link
            key={option}
            to="/favorites"
            search={{ q, sort: option === 'saved' ? undefined : option }}
            activeOptions={{ exact: true }}
            aria-current={option === sort ? 'true' : undefined}
            replace
          >
            {translate(labels[option])}
          </Link>
        ))}
      </nav>
    </div>
  )
}

function NothingSaved({ q, cursor }: SavedSearch) {
  if (cursor) return <EmptyPage />
  if (q) {
    return (
      <Empty
        action={
          <Link to="/favorites" className="btn">
            {t('Show all saved')}
          </Link>
        }
      >
        {t('None of your saved prompts match “{q}”.', { q })}
      </Empty>
    )
  }
  return (
    <GetStarted links={startLinks}>{t('Nothing saved yet. Select the bookmark on a prompt to save it.')}</GetStarted>
  )
}

const startLinks: StartLinks = [
  { to: '/prompts/highest-rated', label: msg('Highest rated'), text: msg('What members rate highest.'), icon: 'award' },
  { to: '/categories', label: msg('By category'), text: msg('From business to entertainment.'), icon: 'layout-grid' },
  { to: '/search', label: msg('By what you need'), text: msg('Describe the task in a sentence.'), icon: 'search' },
]
