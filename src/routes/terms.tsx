import { createFileRoute } from '@tanstack/react-router'
import { TermsPage } from '#features/site/web/terms-page.tsx'
import { pageHead } from '#web/page-meta.ts'
import { siteFacts } from '#web/site-facts.ts'

export const Route = createFileRoute('/terms')({
  head: () =>
    pageHead({ type: 'general', title: 'Terms', description: 'The terms for using this site.', path: '/terms' }),
  component: () => <TermsPage siteName={siteFacts().name} />,
})
