import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { orNotFound } from '#client/not-found.ts'
import { useSession } from '#features/accounts/web/session-store.ts'
import { PromptListPending } from '#features/catalogue/web/pending.tsx'
import { pathOfTarget } from '#features/collections/rules.ts'
import { CollectionPage } from '#features/collections/web/collection-page.tsx'
import { collectionQuery } from '#features/collections/web/collection-queries.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { headOf } from '#features/site/web/page-meta.ts'
import { CollectionSkills } from '#features/skills/web/collection-skills.tsx'
import { skillCostQuery } from '#features/skills/web/skill-queries.ts'
import { t } from '#lib/texts.ts'
import { Deferred } from '#ui/lists/deferred.tsx'
import { appsOf, buttonsOf } from './-slots/-collection-parts.tsx'

export const Route = createFileRoute('/collection/$slug')({
  loader: async ({ context: { queryClient, api }, params: { slug } }) => {
    const collection = await orNotFound(queryClient.query(collectionQuery(api, slug)))
    if (collection.slug !== slug)
      throw redirect({ to: '/collection/$slug', params: { slug: collection.slug }, statusCode: 301 })
    await queryClient.query(skillCostQuery(api, slug))
    const { title, description, user, listed, items } = collection
    return {
      title,
      description: description || t('Collected by {username}.', { username: user.username }),
      noIndex: !listed,
      contents: items.flatMap(({ kind, target }) =>
        target ? { name: target.title, path: pathOfTarget(kind, target.slug) } : [],
      ),
    }
  },
  head: ({ loaderData, params: { slug }, match }) =>
    headOf(
      match,
      loaderData
        ? {
            title: loaderData.title,
            description: loaderData.description,
            type: 'collection',
            path: `/collection/${slug}`,
            noIndex: loaderData.noIndex,
            jsonLd: () => [{ kind: 'list', name: loaderData.title, items: loaderData.contents }],
          }
        : null,
    ),
  pendingComponent: PromptListPending,
  notFoundComponent: HiddenCollection,
  component: CollectionRoute,
})

const loadOwnPage = () => import('./-slots/-collection-parts.tsx').then(({ OwnCollection }) => OwnCollection)

/**
 * The 404 page of a collection. A member may be allowed to see a collection that visitors can't see, so for members
 * the browser requests the collection again with the session.
 */
function HiddenCollection() {
  const { slug } = Route.useParams()
  const { user } = useSession()
  if (!user) return <NotFoundPage />
  return (
    <Deferred
      key={slug}
      load={loadOwnPage}
      props={{ slug, missing: <NotFoundPage /> }}
      placeholder={<div className="min-h-160" aria-busy="true" />}
    />
  )
}

function CollectionRoute() {
  const { api } = Route.useRouteContext()
  const { slug } = Route.useParams()
  const { data: collection } = useSuspenseQuery(collectionQuery(api, slug))
  const { data: cost } = useSuspenseQuery(skillCostQuery(api, slug))
  const apps = (
    <>
      {appsOf(collection)}
      <CollectionSkills slug={slug} cost={cost} />
    </>
  )
  return <CollectionPage collection={collection} actions={buttonsOf(collection)} apps={apps} />
}
