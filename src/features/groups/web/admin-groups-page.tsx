import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { AdminGroup, GroupClaimProblem } from '#features/groups/contract.ts'
import { groupLimits } from '#features/groups/rules.ts'
import { plural, t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { ListSearchForm } from '#ui/forms/list-search-form.tsx'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Empty } from '#ui/lists/empty.tsx'
import { ListRow } from '#ui/lists/list-row.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { GroupForm } from './group-form.tsx'
import { adminGroupsQuery, claimProblemsQuery } from './group-queries.ts'
import { useChangeGroups } from './use-change-groups.ts'

type Search = { q?: string; cursor?: string }

/** The page where admins list and create groups, and see what went wrong with groups of the OpenID provider. */
export function AdminGroupsPage({ search }: { search: Search }) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const change = useChangeGroups()
  const [isCreating, setCreating] = useState(false)
  const { data: page, error, refetch } = useQuery(adminGroupsQuery(api, search))
  const show = (next: Search) => navigate({ to: '/admin/groups', search: next })
  if (error && !page)
    return <LoadFailure title={t('The groups could not be loaded')} error={error} onRetry={() => refetch()} />
  return (
    <div aria-busy={!page}>
      <ClaimProblems />
      {isCreating ? (
        <Section title={t('New group')}>
          <GroupForm
            submitLabel={t('Create group')}
            onCancel={() => setCreating(false)}
            onSend={async (body) => {
              let slug = ''
              const refusal = await change(async (send) => {
                slug = (await send('POST /api/admin/groups', { body })).slug
              }, t('The group was not created'))
              if (!refusal) await navigate({ to: '/admin/groups/$slug', params: { slug } })
              return refusal
            }}
          />
        </Section>
      ) : (
        <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
          <button type="button" className="btn btn-primary" onClick={() => setCreating(true)}>
            <Icon name="plus" className="icon-sm" />
            {t('New group')}
          </button>
          {(search.q || search.cursor || page?.nextCursor) && (
            <ListSearchForm label={t('Name')} q={search.q} onSearch={(q) => show({ q })} />
          )}
        </div>
      )}
      {!isCreating && page?.items.length === 0 && (
        <Empty>
          {search.q
            ? t('No group has this name.')
            : t(
                'No groups yet. A group appears here once an admin creates it, and decides who sees and approves its prompts.',
              )}
        </Empty>
      )}
      {!isCreating && page && page.items.length > 0 && (
        <ul className="border-ink border-t-2">
          {page.items.map((group) => (
            <GroupRow key={group.id} group={group} />
          ))}
        </ul>
      )}
      {!isCreating && page && (page.nextCursor || search.cursor) && (
        <nav className="mt-4 flex justify-between gap-4" aria-label={t('Pages')}>
          {search.cursor && (
            <Link to="/admin/groups" search={{ q: search.q }} className="btn">
              {t('First page')}
            </Link>
          )}
          {page.nextCursor && (
            <Link
              to="/admin/groups"
              search={{ q: search.q, cursor: page.nextCursor }}
              className="btn ms-auto"
              rel="next"
            >
              {t('Next')}
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}

function GroupRow({
  group: { slug, name, members, membersIsFloor, needsApproval, hasApprover, claimValue },
}: {
  group: AdminGroup
}) {
  return (
    <ListRow>
      <Link
        to="/admin/groups/$slug"
        params={{ slug }}
        className="font-semibold hover:underline [overflow-wrap:anywhere]"
        dir="auto"
        data-list-item=""
      >
        {name}
      </Link>{' '}
      {needsApproval && !hasApprover && <span className="badge text-bad">{t('Nobody can approve')}</span>}
      <span className="block text-ink-2 text-small [overflow-wrap:anywhere]">
        {membersIsFloor
          ? plural(members, 'More than {count} member', 'More than {count} members')
          : plural(members, '{count} member', '{count} members')}
        {needsApproval && ` · ${t('needs approval')}`}
        {claimValue !== null && ` · ${t('from “{claimValue}”', { claimValue })}`}
      </span>
    </ListRow>
  )
}

/** What each problem means, as a sentence that follows the person’s name. */
function describe({ problem, values }: GroupClaimProblem): string {
  switch (problem) {
    case 'withheld':
      return t('The provider left out the groups, because there are too many. Nothing changed.')
    case 'too_many':
      return t('The provider sent {values} groups, and {claimValues} is the maximum. Nothing changed.', {
        values: values ?? 0,
        claimValues: groupLimits.claimValues,
      })
    case 'invalid':
      return t('What the provider sent is no list of groups. Nothing changed.')
    case 'full':
      return t('Not all groups could be joined, because a group is full or the person is in too many.')
  }
}

function ClaimProblems() {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: problems } = useQuery(claimProblemsQuery(api))
  if (!problems || problems.length === 0) return null
  return (
    <details className="mb-6 rounded-1 border border-hair border-s-4 border-s-bad bg-bad-wash px-4 py-3">
      <summary className="cursor-pointer">
        <b>
          {plural(
            problems.length,
            'Single sign-on could not set the groups of {count} person',
            'Single sign-on could not set the groups of {count} people',
          )}
        </b>
      </summary>
      <p className="mt-2">
        {t(
          'They signed in, and what went wrong is tried again at their next sign-in. Let your provider send only the groups that matter here.',
        )}
      </p>
      <ul className="mt-2">
        {problems.map((problem) => (
          <li key={problem.username} className="border-hair border-t py-2">
            <Link to="/user/$username" params={{ username: problem.username }} className="link font-semibold">
              {problem.username}
            </Link>
            <span className="text-ink-2 text-small">, {usDate(problem.at)}</span>
            <span className="block">{describe(problem)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
