import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { GeneratorPage } from '#features/generator/web/generator-page.tsx'
import { modelsQuery } from '#features/models/web/model-queries.ts'
import { pageHead } from '#features/site/web/page-meta.ts'

export const Route = createFileRoute('/prompt-generator')({
  loader: async ({ context: { queryClient, api } }) => {
    // The composer is imported dynamically, since every first visit would otherwise download it.
    const [{ composeExample }] = await Promise.all([
      import('#features/generator/example-rules.ts'),
      queryClient.query(modelsQuery(api)),
    ])
    return { example: composeExample() }
  },
  head: () =>
    pageHead({
      type: 'general',
      title: 'Prompt generator',
      description: 'Describe what you want in your own words and get a prompt with blanks, ready to edit and publish.',
      path: '/prompt-generator',
    }),
  component: GeneratorRoute,
})

function GeneratorRoute() {
  const { api } = Route.useRouteContext()
  const { data: models } = useSuspenseQuery(modelsQuery(api))
  const { example } = Route.useLoaderData()
  return <GeneratorPage models={models} example={example} />
}
