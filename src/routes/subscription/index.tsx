import { createFileRoute } from '@tanstack/react-router'
import { privateHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'
import { SubscriptionRoute } from '../-slots/-subscription.tsx'

export const Route = createFileRoute('/subscription/')({
  head: () => privateHead(t('Subscription Plans')),
  component: () => <SubscriptionRoute />,
})
