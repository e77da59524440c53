import { createFileRoute } from '@tanstack/react-router'
import { readText } from '#features/catalogue/web/list-search.ts'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { AdminPromptsPage } from '#features/moderation/web/admin-prompts-page.tsx'
import { type AdminPromptSearch, queueStatuses } from '#features/moderation/web/admin-searches.ts'
import { adminHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/admin/prompts')({
  validateSearch: (search: Record<string, unknown>): AdminPromptSearch => ({
    status: queueStatuses.find((status) => status === search.status),
    q: readText(search.q),
    cursor: readText(search.cursor),
  }),
  head: () => adminHead(t('Prompts')),
  component: PromptsRoute,
})

function PromptsRoute() {
  const search = Route.useSearch()
  return <AdminFrame title={t('Prompts')}>{(user) => <AdminPromptsPage user={user} search={search} />}</AdminFrame>
}
