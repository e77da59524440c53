import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Api } from '#client/api.ts'
import { PromptGrid } from '#features/catalogue/web/prompt-grid.tsx'
import { promptsQuery } from '#features/catalogue/web/prompt-queries.ts'
import type { Group } from '#features/groups/contract.ts'
import { t } from '#lib/texts.ts'
import { ListSearchForm } from '#ui/forms/list-search-form.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Empty, EmptyPage } from '#ui/lists/empty.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { cardButtons } from './-card-buttons.tsx'

/** How many prompts a page of the list has. A list with more of them can be searched. */
const limit = 12

type Search = { q?: string; cursor?: string }

/** A page of a group's prompts. It is cached apart from lists that everybody sees, and removed at logout. */
function groupPromptsQuery(api: Api, group: string, { q, cursor }: Search) {
  const options = promptsQuery(api, { group, limit, q, cursor })
  const queryKey = ['/api/groups/{slug}/prompts', group, q, cursor] as const
  return queryOptions({ ...options, queryKey, staleTime: 0, placeholderData: keepPreviousData })
}

/** The prompts of a group, for its members: those that only they may read, and those that it published. */
export function GroupPrompts({ group: { slug, role } }: { group: Group }) {
  const { api } = useRouteContext({ from: '__root__' })
  const [search, setSearch] = useState<Search>({})
  const { q, cursor } = search
  const { data: page, error, refetch } = useQuery(groupPromptsQuery(api, slug, search))
  return (
    <Section
      title={t('Prompts')}
      aside={page && t('{total}{value}', { total: page.total, value: page.totalIsFloor ? '+' : '' })}
      more={
        role !== 'reader' && (
          <Link to="/create-prompt" className="link">
            {t('Create Prompt')}
          </Link>
        )
      }
    >
      {(q || cursor || (page && page.total > limit)) && (
        <div className="mb-4 flex">
          <ListSearchForm label={t('Search in this group')} q={q} onSearch={(term) => setSearch({ q: term })} />
        </div>
      )}
      {error && !page && (
        <LoadFailure title={t('The prompts could not be loaded')} error={error} onRetry={() => refetch()} />
      )}
      {!page && !error && <div className="min-h-40" aria-busy="true" />}
      {page?.items.length === 0 && <NoPrompts search={search} />}
      {page && page.items.length > 0 && (
        <PromptGrid prompts={page.items} heading="h3" isNarrow renderActions={cardButtons} />
      )}
      {page && (page.nextCursor || cursor) && (
        <nav className="mt-4 flex justify-between gap-4" aria-label={t('Pages of prompts')}>
          {cursor && (
            <button type="button" className="btn" onClick={() => setSearch({ q })}>
              {t('First page')}
            </button>
          )}
          {page.nextCursor && (
            <button
              type="button"
              className="btn ms-auto"
              onClick={() => setSearch({ q, cursor: `${page.nextCursor}` })}
            >
              {t('Next')}
            </button>
          )}
        </nav>
      )}
    </Section>
  )
}

function NoPrompts({ search: { q, cursor } }: { search: Search }) {
  if (cursor) return <EmptyPage />
  return (
    <Empty>
      {q ? t('No prompt of this group matches.') : t('No prompts yet. Writers share theirs with the group.')}
    </Empty>
  )
}
