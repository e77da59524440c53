import { createFileRoute } from '@tanstack/react-router'
import { siteFacts } from '#client/site-facts.ts'
import { InvitationsPage } from '#features/invitations/web/invitations-page.tsx'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { adminHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/admin/invitations')({
  head: () => adminHead(t('Invitations')),
  component: () => (
    <AdminFrame title={t('Invitations')} adminsOnly>
      {() => <InvitationsPage registration={siteFacts().registration} />}
    </AdminFrame>
  ),
})
