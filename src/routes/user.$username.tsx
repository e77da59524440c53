import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { orNotFound } from '#client/not-found.ts'
import type { RouterContext } from '#client/router-context.ts'
import { apiPageOf, readPaging } from '#features/catalogue/web/list-search.ts'
import { profileQuery } from '#features/contributors/web/contributor-queries.ts'
import { UserPage } from '#features/contributors/web/user-page.tsx'
import type { JsonLdSubject } from '#features/site/web/json-ld.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { headOf } from '#features/site/web/page-meta.ts'
import { pluralize } from '#lib/numbers.ts'
import { Deferred } from '#ui/deferred.tsx'
import { cardButtons } from './-card-buttons.tsx'
import { PersonButtons } from './-person-buttons.tsx'

const loadClearProfile = () =>
  import('#features/moderation/web/clear-profile-button.tsx').then(({ ClearProfileButton }) => ClearProfileButton)

export const Route = createFileRoute('/user/$username')({
  validateSearch: readPaging,
  loaderDeps: ({ search }) => apiPageOf(search),
  loader: async ({ context: { queryClient, api }, params: { username: requested }, deps }) => {
    const { contributor } = await orNotFound(queryClient.query(profileQuery(api, requested, deps)))
    const { username, prompts } = contributor
    if (username !== requested) throw redirect({ to: '/user/$username', params: { username }, statusCode: 301 })
    return { title: username, description: `${username} has published ${pluralize(prompts, 'prompt')} here.` }
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
  const more = <Deferred load={loadClearProfile} props={{ username: data.contributor.username }} placeholder={null} />
  const buttons = <PersonButtons key={data.contributor.username} username={data.contributor.username} />
  return <UserPage {...data} cursor={cursor} renderActions={cardButtons} bioButtons={more} headButtons={buttons} />
}
