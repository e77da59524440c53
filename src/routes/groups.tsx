import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { WaitingLink } from '#features/approvals/web/waiting-link.tsx'
import { OwnGroupsPage } from '#features/groups/web/own-groups-page.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/groups')({
  head: () => privateHead(t('Groups')),
  component: () => (
    <Protected>{({ role }) => <OwnGroupsPage isAdmin={role === 'admin'} queue={<WaitingLink />} />}</Protected>
  ),
})
