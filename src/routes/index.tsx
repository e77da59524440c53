import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useSession } from '#features/accounts/web/session-store.ts'
import { newestPromptsQuery } from '#features/catalogue/web/prompt-queries.ts'
import { CollectionGrid } from '#features/collections/web/collection-grid.tsx'
import { homeSizes } from '#features/home/rules.ts'
import { homeFailure } from '#features/home/web/home-failure.ts'
import { HomePage } from '#features/home/web/home-page.tsx'
import { homeQuery } from '#features/home/web/home-queries.ts'
import { PopularSearches, SearchForm } from '#features/search/web/search-form.tsx'
import { pageHead } from '#features/site/web/page-meta.ts'
import { CustomRouteError } from '#features/site/web/route-error.tsx'
import { useCountCopy } from '#features/worksheet/web/use-count-copy.ts'
import { t, translate } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'
import { cardButtons } from './-slots/-card-buttons.tsx'

export const Route = createFileRoute('/')({
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.query(homeQuery(api))
  },
  head: () =>
    pageHead({
      type: 'home',
      title: t('Prompts to fill in, test and keep'),
      description: t('A community catalogue of AI prompts: find one, fill in its blanks, copy it.'),
      path: '/',
    }),
  errorComponent: () => <CustomRouteError title={translate(homeFailure.title)} text={translate(homeFailure.text)} />,
  component: HomeRoute,
})

function HomeRoute() {
  const { api } = Route.useRouteContext()
  const { data: home } = useSuspenseQuery(homeQuery(api))
  // The home data is the same for everybody. Only the newest prompts are requested again, for members of groups.
  const { data: newest } = useQuery({
    ...newestPromptsQuery(api, { limit: homeSizes.promptsPerSection }),
    enabled: useSession().user?.hasGroups === true,
  })
  const countCopy = useCountCopy()
  return (
    <HomePage
      home={newest ? { ...home, newest: newest.items } : home}
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
            title={t('Collections')}
            more={
              <Link to="/collections" className="link">
                {t('All collections')}
              </Link>
            }
          >
            <CollectionGrid collections={home.collections.slice(0, 3)} isShelf />
          </Section>
        )
      }
      renderActions={cardButtons}
    />
  )
}
