import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import type { ApprovalSearch } from '#features/approvals/web/approval-queries.ts'
import { WaitingPage } from '#features/approvals/web/waiting-page.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/groups_/waiting')({
  validateSearch: ({ sent, decided, cursor }: Record<string, unknown>): ApprovalSearch => ({
    sent: sent === true || undefined,
    decided: decided === true || undefined,
    cursor: typeof cursor === 'string' ? cursor : undefined,
  }),
  head: () => privateHead(t('Waiting')),
  component: WaitingRoute,
})

function WaitingRoute() {
  const search = Route.useSearch()
  return <Protected>{() => <WaitingPage search={search} />}</Protected>
}
