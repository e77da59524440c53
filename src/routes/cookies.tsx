import { createFileRoute } from '@tanstack/react-router'
import { CookiesPage } from '#features/site/web/cookies-page.tsx'
import { pageHead } from '#web/page-meta.ts'
import { siteFacts } from '#web/site-facts.ts'

export const Route = createFileRoute('/cookies')({
  head: () =>
    pageHead({
      type: 'general',
      title: 'Cookies',
      description: 'What this site stores in your browser, key by key.',
      path: '/cookies',
    }),
  component: () => <CookiesPage siteName={siteFacts().name} services={siteFacts().services} />,
})
