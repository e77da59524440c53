import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { orNotFound } from '#client/not-found.ts'
import type { RouterContext } from '#client/router-context.ts'
import { useSession } from '#features/accounts/web/session-store.ts'
import { apiPageOf, readPaging } from '#features/catalogue/web/list-search.ts'
import { CollectionGrid } from '#features/collections/web/collection-grid.tsx'
import { collectionsOfQuery } from '#features/collections/web/collection-queries.ts'
import { profileQuery } from '#features/contributors/web/contributor-queries.ts'
import { PinButton } from '#features/contributors/web/pin-button.tsx'
import { UserPage } from '#features/contributors/web/user-page.tsx'
import { userExamplesQuery } from '#features/examples/web/example-queries.ts'
import { UserExamples } from '#features/examples/web/user-examples.tsx'
import { FollowButton } from '#features/following/web/follow-button.tsx'
import type { JsonLdSubject } from '#features/site/web/json-ld.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { headOf } from '#features/site/web/page-meta.ts'
import { plural, t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { Section } from '#ui/layout/section.tsx'
import { Deferred } from '#ui/lists/deferred.tsx'
import { cardButtons } from './-slots/-card-buttons.tsx'

const loadBlockButtons = () => import('#features/blocks/web/block-buttons.tsx').then(({ BlockButtons }) => BlockButtons)

/**
 * The buttons of other features on a person's page. On their own page, members see a link to the page's settings
 * instead.
 */
function PersonButtons({ username }: { username: string }) {
  const { user } = useSession()
  if (user?.username === username)
    return (
      <p className="min-h-10">
        <Link to="/settings" hash="page" className="btn">
          {t('Edit your page')}
        </Link>
      </p>
    )
  return (
    <div className="flex min-h-10 flex-wrap gap-2">
      <FollowButton kind="person" name={username} title={username} />
      {user && <Deferred load={loadBlockButtons} props={{ username }} placeholder={null} />}
    </div>
  )
}

const loadProfileButtons = () => import('./-slots/-profile-buttons.tsx').then(({ ProfileButtons }) => ProfileButtons)

export const Route = createFileRoute('/user/$username')({
  validateSearch: readPaging,
  loaderDeps: ({ search }) => apiPageOf(search),
  loader: async ({ context: { queryClient, api }, params: { username: requested }, deps }) => {
    const others = [
      queryClient.query(collectionsOfQuery(api, requested)).catch(() => undefined),
      queryClient.query(userExamplesQuery(api, requested)).catch(() => undefined),
    ]
    const { contributor } = await orNotFound(queryClient.query(profileQuery(api, requested, deps)))
    await Promise.all(others)
    const { username, prompts } = contributor
    if (username !== requested) throw redirect({ to: '/user/$username', params: { username }, statusCode: 301 })
    return {
      title: username,
      description: plural(
        prompts,
        '{username} has published {count} prompt here.',
        '{username} has published {count} prompts here.',
        { username },
      ),
    }
  },
  head: ({ loaderData, params: { username }, match }) =>
    headOf(
      match,
      loaderData
        ? {
            ...loaderData,
            type: 'user_profile',
            path: `/user/${username}`,
            jsonLd: import.meta.env.SSR ? () => personSubjects(match.context, username, match.loaderDeps) : undefined,
          }
        : null,
    ),
  notFoundComponent: NotFoundPage,
  component: UserRoute,
})

function personSubjects(
  { queryClient, api }: RouterContext,
  username: string,
  deps: { cursor?: string },
): JsonLdSubject[] {
  const profile = queryClient.getQueryData(profileQuery(api, username, deps).queryKey)
  return profile ? [{ kind: 'person', person: profile.contributor }] : []
}

function UserRoute() {
  const { api } = Route.useRouteContext()
  const { username } = Route.useParams()
  const { cursor } = Route.useSearch()
  const { data } = useSuspenseQuery(profileQuery(api, username, apiPageOf({ cursor })))
  const more = <Deferred load={loadProfileButtons} props={{ username: data.contributor.username }} placeholder={null} />
  const buttons = <PersonButtons key={data.contributor.username} username={data.contributor.username} />
  const { user } = useSession()
  const isOwn = user?.username === data.contributor.username
  return (
    <UserPage
      {...data}
      cursor={cursor}
      renderActions={
        isOwn
          ? (prompt) => (
              <>
                <PinButton prompt={prompt} username={username} />
                {cardButtons(prompt)}
              </>
            )
          : cardButtons
      }
      bioButtons={more}
      headButtons={buttons}
      sections={
        <>
          <UserExamples username={username} />
          <PersonCollections username={username} />
        </>
      }
    />
  )
}

/** A member's public collections. Shows nothing if there are none, or if they could not be loaded. */
function PersonCollections({ username }: { username: string }) {
  const { api } = Route.useRouteContext()
  const { data } = useQuery(collectionsOfQuery(api, username))
  if (!data || data.items.length === 0) return null
  return (
    <Section title={t('Collections')} aside={data.nextCursor ? t('The newest') : undefined}>
      <CollectionGrid
        collections={data.items}
        about={({ updatedAt }) => t('changed {date}', { date: usDate(updatedAt) })}
      />
    </Section>
  )
}
