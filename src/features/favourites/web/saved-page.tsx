import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import { type FavouriteSort, favouriteSorts } from '#features/favourites/rules.ts'
import type { Page } from '#lib/http-contract.ts'
import { counted } from '#lib/numbers.ts'
import { Empty } from '#ui/empty.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { SavedCard } from './saved-card.tsx'

/** What the address of the saved prompts says. */
export type SavedSearch = { q?: string; sort?: FavouriteSort; cursor?: string }

const labels: Record<FavouriteSort, string> = {
  saved: 'Last saved',
  newest: 'Newest',
  popular: 'Most popular',
  'highest-rated': 'Highest rated',
}

/** One's own saved prompts: searched and sorted in the address, unsaved on the card itself. */
export function SavedPage({
  page,
  search,
  onSearch,
  actions,
}: {
  page: Page<PromptCard>
  search: SavedSearch
  onSearch: (q: string | undefined) => void
  actions: (prompt: PromptCard) => ReactNode
}) {
  const isBlank = page.items.length === 0 && !search.q && !search.cursor
  return (
    <div className="wrap">
      <PageHead title="Saved Prompts">
        {isBlank ? 'What you save is kept here.' : `${counted(page.total, 'prompt')}. Only you see this list.`}
      </PageHead>
      {!isBlank && <Controls search={search} onSearch={onSearch} />}
      {page.items.length === 0 ? (
        <NothingSaved q={search.q} />
      ) : (
        <div className="sheet">
          {page.items.map((prompt) => (
            <SavedCard key={prompt.id} prompt={prompt} actions={actions(prompt)} />
          ))}
        </div>
      )}
      <ListPaging nextCursor={page.nextCursor} cursor={search.cursor} />
    </div>
  )
}

function Controls({ search, onSearch }: { search: SavedSearch; onSearch: (q: string | undefined) => void }) {
  const { q, sort = 'saved' } = search
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <search className="max-sm:w-full">
        <form
          key={q}
          className="flex gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            onSearch(String(new FormData(event.currentTarget).get('q')).trim() || undefined)
          }}
        >
          <input
            type="search"
            name="q"
            defaultValue={q}
            aria-label="Search saved prompts"
            placeholder="Search saved prompts"
            className="min-h-10 min-w-0 flex-1 rounded-1 border border-edge bg-raised px-3 sm:w-72"
            maxLength={1000}
          />
          <button type="submit" className="btn">
            <Icon name="search" className="icon-sm" />
            Search
          </button>
        </form>
      </search>
      <nav className="seg" aria-label="Sort by">
        {favouriteSorts.map((each) => (
          <Link
            key={each}
            to="/favorites"
            search={{ q, sort: each === 'saved' ? undefined : each }}
            activeOptions={{ exact: true }}
            aria-current={each === sort ? 'true' : undefined}
            replace
          >
            {labels[each]}
          </Link>
        ))}
      </nav>
    </div>
  )
}

function NothingSaved({ q }: { q?: string }) {
  if (q) {
    return (
      <Empty
        action={
          <Link to="/favorites" className="btn">
            Show all saved
          </Link>
        }
      >
        None of your saved prompts fits “{q}”.
      </Empty>
    )
  }
  return (
    <Empty
      action={
        <Link to="/prompts" className="btn btn-key">
          Find prompts
        </Link>
      }
    >
      Nothing saved yet. Press the bookmark on a prompt to keep it here.
    </Empty>
  )
}
