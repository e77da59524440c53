import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readText } from '#features/catalogue/web/list-search.ts'
import { ComparePage } from '#features/comparison/web/compare-page.tsx'
import { modelsQuery } from '#features/models/web/model-queries.ts'
import { pageHead } from '#features/site/web/page-meta.ts'
import { CheckPrompt } from '#features/writing/web/check-prompt.tsx'
import { selectText } from '#features/writing/web/select-text.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/compare/')({
  validateSearch: (search: Record<string, unknown>): { prompt?: string } => ({ prompt: readText(search.prompt) }),
  loader: ({ context: { queryClient, api } }) => queryClient.query(modelsQuery(api)).then(() => undefined),
  head: () =>
    pageHead({
      type: 'general',
      title: t('Compare models'),
      description: t('One prompt, two to five models, their answers side by side with time, tokens and price.'),
      path: '/compare',
    }),
  component: CompareRoute,
})

function CompareRoute() {
  const { api } = Route.useRouteContext()
  const { prompt } = Route.useSearch()
  const { data: models } = useSuspenseQuery(modelsQuery(api))
  return (
    <ComparePage
      prompt={prompt}
      models={models}
      renderCheck={(content, onChange) => <CheckPrompt content={content} onChange={onChange} onShow={selectText} />}
    />
  )
}
