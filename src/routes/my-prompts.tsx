import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { type PromptStatus, promptStatuses } from '#features/catalogue/rules.ts'
import { readText } from '#features/catalogue/web/list-search.ts'
import { useOwnReads } from '#features/prompt-statistics/web/use-own-reads.ts'
import { privateHead } from '#features/site/web/page-meta.ts'
import { OwnPromptsPage } from '#features/writing/web/own-prompts-page.tsx'
import { t } from '#lib/texts.ts'
import { lateSection } from '#ui/lists/late-section.tsx'

export const Route = createFileRoute('/my-prompts')({
  validateSearch: (search: Record<string, unknown>): { status?: PromptStatus; q?: string; cursor?: string } => ({
    status: promptStatuses.find((status) => status === search.status && status !== 'published'),
    q: readText(search.q),
    cursor: readText(search.cursor),
  }),
  head: () => privateHead(t('My Prompts')),
  component: MyPromptsRoute,
})

const EndedModels = lateSection(() =>
  import('#features/radar/web/ended-models.tsx').then((models) => models.EndedModels),
)

function MyPromptsRoute() {
  const { status = 'published', q, cursor } = Route.useSearch()
  return (
    <Protected>
      {() => (
        <OwnPromptsPage
          status={status}
          q={q}
          cursor={cursor}
          useReads={useOwnReads}
          notice={<EndedModels scope="mine" />}
        />
      )}
    </Protected>
  )
}
