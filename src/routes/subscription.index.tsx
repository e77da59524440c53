import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { SubscriptionPage } from '#features/billing/web/subscription-page.tsx'
import { privateHead } from '#web/page-meta.ts'

export const Route = createFileRoute('/subscription/')({
  head: () => privateHead('Subscription Plans'),
  component: () => <Protected>{() => <SubscriptionPage />}</Protected>,
})
