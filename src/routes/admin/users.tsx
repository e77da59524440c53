import { createFileRoute } from '@tanstack/react-router'
import { readText } from '#features/catalogue/web/list-search.ts'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { type PeopleSearch, peopleTabs } from '#features/moderation/web/admin-searches.ts'
import { PeoplePage } from '#features/moderation/web/people/people-page.tsx'
import { adminHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/admin/users')({
  validateSearch: (search: Record<string, unknown>): PeopleSearch => ({
    role: peopleTabs.filter((tab) => tab !== 'all').find((tab) => tab === search.role),
    q: readText(search.q),
    cursor: readText(search.cursor),
  }),
  head: () => adminHead(t('People')),
  component: PeopleRoute,
})

function PeopleRoute() {
  const search = Route.useSearch()
  return (
    <AdminFrame title={t('People')} adminsOnly>
      {(user) => <PeoplePage user={user} search={search} />}
    </AdminFrame>
  )
}
