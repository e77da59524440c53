import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { orNotFound } from '#client/not-found.ts'
import type { RouterContext } from '#client/router-context.ts'
import { siteFacts } from '#client/site-facts.ts'
import { apiPageOf, readPaging } from '#features/catalogue/web/list-search.ts'
import { ClaimBox } from '#features/claims/web/claim-box.tsx'
import { authorQuery } from '#features/contributors/web/contributor-queries.ts'
import { UserPage } from '#features/contributors/web/user-page.tsx'
import type { JsonLdSubject } from '#features/site/web/json-ld.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { headOf } from '#features/site/web/page-meta.ts'
import { plural } from '#lib/texts.ts'
import { cardButtons } from './-slots/-card-buttons.tsx'

export const Route = createFileRoute('/author/$name')({
  validateSearch: readPaging,
  loaderDeps: ({ search }) => apiPageOf(search),
  loader: async ({ context: { queryClient, api }, params: { name: requested }, deps }) => {
    const { author } = await orNotFound(queryClient.query(authorQuery(api, requested, deps)))
    const { username: name, isMember, prompts } = author
    // This redirect isn't permanent, since the member's claim to the name may be revoked.
    if (isMember) throw redirect({ to: '/user/$username', params: { username: name }, statusCode: 302 })
    if (name !== requested) throw redirect({ to: '/author/$name', params: { name }, statusCode: 301 })
    return {
      title: name,
      description: plural(
        prompts,
        '{count} prompt credited to {name}, who isn’t a member yet.',
        '{count} prompts credited to {name}, who isn’t a member yet.',
        { name },
      ),
    }
  },
  head: ({ loaderData, params: { name }, match }) =>
    headOf(
      match,
      loaderData
        ? {
            ...loaderData,
            type: 'general',
            path: `/author/${encodeURIComponent(name)}`,
            jsonLd: import.meta.env.SSR ? () => authorSubjects(match.context, name, match.loaderDeps) : undefined,
          }
        : null,
    ),
  notFoundComponent: NotFoundPage,
  component: AuthorRoute,
})

function authorSubjects({ queryClient, api }: RouterContext, name: string, deps: { cursor?: string }): JsonLdSubject[] {
  const profile = queryClient.getQueryData(authorQuery(api, name, deps).queryKey)
  return profile ? [{ kind: 'person', person: profile.author }] : []
}

function AuthorRoute() {
  const { api } = Route.useRouteContext()
  const { name } = Route.useParams()
  const { cursor } = Route.useSearch()
  const { data } = useSuspenseQuery(authorQuery(api, name, apiPageOf({ cursor })))
  return (
    <UserPage
      contributor={data.author}
      prompts={data.prompts}
      cursor={cursor}
      renderActions={cardButtons}
      claim={
        <ClaimBox name={data.author.username} hasGithubSignIn={siteFacts().signInBy?.includes('github') ?? false} />
      }
    />
  )
}
