import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { CopyCardKey } from '#features/catalogue/web/copy-card-key.tsx'
import { profileQuery } from '#features/contributors/web/contributor-queries.ts'
import { UserPage } from '#features/contributors/web/user-page.tsx'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { counted } from '#lib/numbers.ts'
import { readPaging } from '#web/list-search.ts'
import { orNotFound } from '#web/not-found.ts'
import { notFoundHead, pageHead } from '#web/page-meta.ts'

export const Route = createFileRoute('/user/$username')({
  validateSearch: readPaging,
  loaderDeps: ({ search: { cursor } }) => ({ cursor }),
  loader: async ({ context: { queryClient, api }, params: { username: asked }, deps }) => {
    const { contributor } = await orNotFound(queryClient.query(profileQuery(api, asked, deps)))
    const { username, prompts } = contributor
    if (username !== asked) throw redirect({ to: '/user/$username', params: { username }, statusCode: 301 })
    return { title: username, description: `${username} has published ${counted(prompts, 'prompt')} here.` }
  },
  head: ({ loaderData, params }) =>
    loaderData ? pageHead({ ...loaderData, path: `/user/${params.username}` }) : notFoundHead(),
  notFoundComponent: NotFoundPage,
  component: UserRoute,
})

function UserRoute() {
  const { api } = Route.useRouteContext()
  const { username } = Route.useParams()
  const { cursor } = Route.useSearch()
  const { data } = useSuspenseQuery(profileQuery(api, username, { cursor }))
  return <UserPage {...data} cursor={cursor} actions={(prompt) => <CopyCardKey prompt={prompt} />} />
}
