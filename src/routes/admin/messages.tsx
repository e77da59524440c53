import { createFileRoute } from '@tanstack/react-router'
import { readText } from '#features/catalogue/web/list-search.ts'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { MessageListPage, type MessageSearch } from '#features/moderation/web/message-list-page.tsx'
import { adminHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/admin/messages')({
  validateSearch: (search: Record<string, unknown>): MessageSearch => ({
    state: search.state === 'done' ? 'done' : undefined,
    cursor: readText(search.cursor),
  }),
  head: () => adminHead(t('Messages')),
  component: MessagesRoute,
})

function MessagesRoute() {
  const search = Route.useSearch()
  return (
    <AdminFrame title={t('Messages')} adminsOnly>
      {() => <MessageListPage search={search} />}
    </AdminFrame>
  )
}
