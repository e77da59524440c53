import { createFileRoute } from '@tanstack/react-router'
import { readText } from '#features/catalogue/web/list-search.ts'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { CommentListPage, type CommentSearch } from '#features/moderation/web/comment-list-page.tsx'
import { adminHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/admin/comments')({
  validateSearch: (search: Record<string, unknown>): CommentSearch => ({
    state: search.state === 'removed' ? 'removed' : undefined,
    cursor: readText(search.cursor),
  }),
  head: () => adminHead(t('Comments')),
  component: CommentsRoute,
})

function CommentsRoute() {
  const search = Route.useSearch()
  return <AdminFrame title={t('Comments')}>{() => <CommentListPage search={search} />}</AdminFrame>
}
