import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { readPaging } from '#features/catalogue/web/list-search.ts'
import { FollowingPage } from '#features/following/web/following-page.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/following')({
  validateSearch: readPaging,
  head: () => privateHead(t('Following')),
  component: FollowingRoute,
})

function FollowingRoute() {
  const { cursor } = Route.useSearch()
  return <Protected>{() => <FollowingPage cursor={cursor} />}</Protected>
}
