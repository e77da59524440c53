import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { orNotFound } from '#client/not-found.ts'
import { referenceQuery, referenceSubjectQuery } from '#features/reference/web/reference-queries.ts'
import { ReferenceSubjectPage } from '#features/reference/web/reference-subject-page.tsx'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { headOf } from '#features/site/web/page-meta.ts'

export const Route = createFileRoute('/api/docs/$subject')({
  loader: async ({ context: { queryClient, api }, params: { subject } }) => {
    const [{ name, slug }] = await Promise.all([
      orNotFound(queryClient.query(referenceSubjectQuery(api, subject))),
      queryClient.query(referenceQuery(api)),
    ])
    return { name, slug }
  },
  head: ({ match, loaderData }) =>
    headOf(
      match,
      loaderData
        ? {
            type: 'general',
            title: `${loaderData.name} – API`,
            description: `The operations of the REST API about ${loaderData.name}, with examples for curl and JavaScript.`,
            path: `/api/docs/${loaderData.slug}`,
          }
        : null,
    ),
  notFoundComponent: NotFoundPage,
  component: SubjectRoute,
})

function SubjectRoute() {
  const { api } = Route.useRouteContext()
  const { subject: slug } = Route.useParams()
  const { data: reference } = useSuspenseQuery(referenceQuery(api))
  const { data: subject } = useSuspenseQuery(referenceSubjectQuery(api, slug))
  return <ReferenceSubjectPage reference={reference} subject={subject} />
}
