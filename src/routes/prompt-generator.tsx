import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { GeneratorPage } from '#features/generator/web/generator-page.tsx'
import { modelsQuery } from '#features/models/web/model-queries.ts'
import { pageHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/prompt-generator')({
  // Returns nothing, because the document would otherwise contain the models twice.
  loader: ({ context: { queryClient, api } }) => queryClient.query(modelsQuery(api)).then(() => undefined),
  head: () =>
    pageHead({
      type: 'general',
      title: t('Prompt generator'),
      description: t(
        'Describe what you want in your own words and get a prompt with blanks, ready to edit and publish.',
      ),
      path: '/prompt-generator',
    }),
  component: GeneratorRoute,
})

function GeneratorRoute() {
  const { api } = Route.useRouteContext()
  const { data: models } = useSuspenseQuery(modelsQuery(api))
  return <GeneratorPage models={models} />
}
