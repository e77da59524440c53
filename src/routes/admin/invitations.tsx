import { createFileRoute } from '@tanstack/react-router'
import { siteFacts } from '#client/site-facts.ts'
import { InvitationsPage } from '#features/invitations/web/invitations-page.tsx'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'

export const Route = createFileRoute('/admin/invitations')({
  head: () => privateHead('Invitations'),
  component: () => (
    <AdminFrame title="Invitations" adminsOnly>
      {() => <InvitationsPage registration={siteFacts().registration} />}
    </AdminFrame>
  ),
})
