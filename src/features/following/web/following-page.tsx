import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import type { FollowKind } from '#features/following/rules.ts'
import { followKindNames } from '#features/following/rules.ts'
import { pathInLanguage } from '#lib/language.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { ListPending } from '#ui/lists/list-pending.tsx'
import { ListRow } from '#ui/lists/list-row.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { pressReaction, useReaction } from '#ui/reactions.ts'
import { NothingFollowed } from './nothing-followed.tsx'

/**
 * Shows the page with everything the member follows. After the member presses Unfollow, the row stays until the next
 * visit, so the member can undo it.
 */
export function FollowingPage({ cursor }: { cursor?: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data, error, refetch } = useQuery({ ...followsQuery(api, { cursor }), placeholderData: keepPreviousData })
  return (
    <div className="wrap">
      <PageHead title={t('Following')}>
        {t('We notify you about new prompts, new versions and additions to collections. Only you can see this list.')}
      </PageHead>
      {error && !data && (
        <LoadFailure title={t('What you follow could not be loaded')} error={error} onRetry={() => refetch()} />
      )}
      {!data && !error && <ListPending />}
      {data?.items.length === 0 && !cursor && (
        <NothingFollowed>
          {t('You aren’t following anything yet. Select Follow on any person, prompt, category, tag or collection.')}
        </NothingFollowed>
      )}
      {data && data.items.length > 0 && (
        <ul className="border-ink border-t-2">
          {data.items.map(({ id, kind, name, title, path, followedAt, newest }) => (
            <ListRow key={id} action={<UnfollowButton kind={kind} name={name} title={title} />}>
              <a href={path} className="link font-semibold [overflow-wrap:anywhere]" dir="auto">
                {title}
              </a>
              <p className="text-ink-2 text-small">
                {t('{value}, since {date}', { value: followKindNames[kind], date: usDate(followedAt) })}
              </p>
              {newest && (
                <p className="text-small [overflow-wrap:anywhere]">
                  {t('Newest prompt:')}{' '}
                  <a href={pathInLanguage(`/prompt/${newest.slug}`)} className="link" dir="auto">
                    {newest.title}
                  </a>
                  <span className="text-ink-2"> · {usDate(newest.publishedAt)}</span>
                </p>
              )}
            </ListRow>
          ))}
        </ul>
      )}
      {data && <ListPaging nextCursor={data.nextCursor} cursor={cursor} />}
    </div>
  )
}

/**
 * Returns the query for a page of what the member follows. Each visit requests the page again, because any follow
 * button can change it.
 */
function followsQuery(api: Api, { cursor }: { cursor?: string }) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/follows', { query: { cursor, limit: 50 } }), staleTime: 0 })
}

/**
 * Shows a row's button in the list of what a member follows. Unlike `FollowButton`, its label says what a press does.
 */
function UnfollowButton({ kind, name, title }: { kind: FollowKind; name: string; title: string }) {
  const id = `${kind}:${name}`
  const isFollowed = useReaction('follow', id) === 1
  return (
    <button
      type="button"
      className="btn"
      onClick={({ currentTarget }) => pressReaction('follow', id, 1, currentTarget)}
    >
      {isFollowed ? t('Unfollow') : t('Follow')}
      <span className="sr-only"> {title}</span>
    </button>
  )
}
