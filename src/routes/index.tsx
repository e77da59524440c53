import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { homeQuery } from '#features/home/web/home-queries.ts'
import { pageHead } from '#web/page-meta.ts'

export const Route = createFileRoute('/')({
  loader: ({ context: { queryClient, api } }) => queryClient.query(homeQuery(api)),
  head: () =>
    pageHead({
      title: null,
      description: 'A community catalogue of AI prompts: find one, fill in its blanks, copy it.',
      path: '/',
    }),
  component: HomeRoute,
})

function HomeRoute() {
  const { api } = Route.useRouteContext()
  const { data: home } = useSuspenseQuery(homeQuery(api))
  return (
    <>
      <h1>Prompts to fill in, test and keep.</h1>
      {home.newest.map((card) => (
        <Link key={card.id} to="/prompt/$slug" params={{ slug: card.slug }}>
          {card.title}
        </Link>
      ))}
    </>
  )
}
