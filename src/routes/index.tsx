import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { homeFailure } from '#features/home/web/home-failure.ts'
import { HomePage } from '#features/home/web/home-page.tsx'
import { homeQuery } from '#features/home/web/home-queries.ts'
import { PopularSearches, SearchForm } from '#features/search/web/search-form.tsx'
import { pageHead } from '#features/site/web/page-meta.ts'
import { CustomRouteError } from '#features/site/web/route-error.tsx'
import { useCountCopy } from '#features/worksheet/web/use-count-copy.ts'
import { pluralize } from '#lib/numbers.ts'
import { Section } from '#ui/section.tsx'
import { cardButtons } from './-card-buttons.tsx'

export const Route = createFileRoute('/')({
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.query(homeQuery(api))
  },
  head: () =>
    pageHead({
      type: 'home',
      title: 'Prompts to fill in, test and keep',
      description: 'A community catalogue of AI prompts: find one, fill in its blanks, copy it.',
      path: '/',
    }),
  errorComponent: () => <CustomRouteError {...homeFailure} />,
  component: HomeRoute,
})

function HomeRoute() {
  const { api } = Route.useRouteContext()
  const { data: home } = useSuspenseQuery(homeQuery(api))
  const countCopy = useCountCopy()
  return (
    <HomePage
      home={home}
      search={
        <>
          <SearchForm />
          <PopularSearches />
        </>
      }
      onCopied={countCopy}
      collections={
        home.collections && (
          <Section
            title="Collections"
            more={
              <Link to="/collections" className="link">
                All collections
              </Link>
            }
          >
            {home.collections.map(({ id, slug, title, items, sheet: firstItems }) => (
              <article key={id} className="line" data-cat={firstItems[0]?.category}>
                <h3 className="line-title" dir="auto">
                  <Link to="/collection/$slug" params={{ slug }} className="cover">
                    {title}
                  </Link>
                </h3>
                {pluralize(items, 'item')}
              </article>
            ))}
          </Section>
        )
      }
      renderActions={cardButtons}
    />
  )
}
