import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Category } from '#features/catalogue/contract.ts'
import { ListPaging, ViewSwitch } from '#features/catalogue/web/list-controls.tsx'
import { PromptBoard } from '#features/catalogue/web/prompt-board.tsx'
import { PromptCard } from '#features/catalogue/web/prompt-card.tsx'
import type { Contributor } from '#features/contributors/contract.ts'
import type { PromptHit, SearchAnswer } from '#features/search/contract.ts'
import { counted } from '#lib/numbers.ts'
import { PageHead } from '#ui/page-head.tsx'
import { FiltersButton, SideLayout } from '#ui/side-layout.tsx'
import { HeadlineText } from './headline-text.tsx'
import { NothingFound } from './nothing-found.tsx'
import { type SearchAddress, SearchFacets } from './search-facets.tsx'
import { PopularSearches, SearchForm } from './search-form.tsx'
import { ToolSearchPage, ToolsFound } from './tools-found.tsx'

/** Search results: prompts with their headlines, tools, people and filters. */
export function SearchPage({
  address,
  answer,
  categories,
  actions,
}: {
  address: SearchAddress
  answer: SearchAnswer
  categories: Category[]
  actions?: (prompt: PromptHit) => ReactNode
}) {
  const { prompts, tools, people, suggestion } = answer
  if (address.type === 'tools') return <ToolSearchPage address={address} tools={tools} />
  const found = prompts.items.length > 0
  return (
    <div className="wrap">
      <PageHead title={<>Results for “{address.q}”</>}>
        {counted(prompts.total, 'prompt')}
        {prompts.totalIsFloor && ' or more'}
        {suggestion && found && (
          <>
            {' '}
            for <b className="text-ink">“{suggestion}”</b>: nothing has “{address.q}” as it is written
          </>
        )}
        .
      </PageHead>
      <SideLayout side={<SearchFacets address={address} facets={answer.facets} categories={categories} />}>
        <SearchForm term={address.q} />
        <div className="my-4 flex flex-wrap items-center gap-3">
          <FiltersButton active={[address.category, address.tag].filter(Boolean).length} />
          {found && (
            <div className="ml-auto">
              <ViewSwitch view={address.view ?? 'cards'} />
            </div>
          )}
        </div>
        <PeopleFound people={people} />
        <ToolsFound address={address} tools={tools} />
        {found ? (
          <Hits prompts={prompts.items} view={address.view} actions={actions} />
        ) : (
          <NothingFound address={address} suggestion={suggestion} categories={categories} />
        )}
        <ListPaging nextCursor={prompts.nextCursor} cursor={address.cursor} />
      </SideLayout>
    </div>
  )
}

function Hits({
  prompts,
  view,
  actions,
}: {
  prompts: PromptHit[]
  view: SearchAddress['view']
  actions?: (prompt: PromptHit) => ReactNode
}) {
  if (view === 'table') return <PromptBoard prompts={prompts} />
  return (
    <div className="sheet sheet-2">
      {prompts.map((prompt) => (
        <PromptCard
          key={prompt.id}
          prompt={prompt}
          heading="h2"
          title={<HeadlineText pieces={prompt.titleHeadline} />}
          text={<HeadlineText pieces={prompt.headline} />}
          actions={actions?.(prompt)}
        />
      ))}
    </div>
  )
}

/** /search without a term. */
export function BlankSearchPage() {
  return (
    <div className="wrap max-w-200">
      <PageHead title="Search">Prompts, tools and people. Typing mistakes are fine.</PageHead>
      <SearchForm />
      <PopularSearches />
    </div>
  )
}

/** Contributors whose name matches the search. */
function PeopleFound({ people }: { people: Contributor[] }) {
  if (people.length === 0) return null
  return (
    <section className="mb-4 flex flex-wrap items-center gap-2" aria-label="People">
      <h2 className="font-sans text-[0.875rem] tracking-normal">People</h2>
      {people.map(({ username, prompts }) => (
        <Link key={username} to="/user/$username" params={{ username }} className="chip">
          <b className="truncate font-semibold">{username}</b>
          <span className="text-ink-2">{counted(prompts, 'prompt')}</span>
        </Link>
      ))}
    </section>
  )
}
