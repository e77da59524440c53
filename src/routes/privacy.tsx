import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '#features/site/web/privacy-page.tsx'
import { pageHead } from '#web/page-meta.ts'
import { siteFacts } from '#web/site-facts.ts'

export const Route = createFileRoute('/privacy')({
  head: () =>
    pageHead({
      type: 'general',
      title: 'Privacy',
      description: 'What this site knows about its visitors.',
      path: '/privacy',
    }),
  component: () => <PrivacyPage siteName={siteFacts().name} services={siteFacts().services} />,
})
