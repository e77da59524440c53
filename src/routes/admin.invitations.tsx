import { createFileRoute } from '@tanstack/react-router'
import { InvitationsPage } from '#features/invitations/web/invitations-page.tsx'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { privateHead } from '#web/page-meta.ts'
import { siteFacts } from '#web/site-facts.ts'

export const Route = createFileRoute('/admin/invitations')({
  head: () => privateHead('Invitations'),
  component: () => (
    <AdminFrame title="Invitations" adminsOnly>
      {() => <InvitationsPage registration={siteFacts().registration} />}
    </AdminFrame>
  ),
})
