import { createFileRoute } from '@tanstack/react-router'
import { faq } from '#features/site/faq-rules.ts'
import { HelpPage } from '#features/site/web/help-page.tsx'
import { pageHead } from '#web/page-meta.ts'

export const Route = createFileRoute('/help')({
  head: () =>
    pageHead({
      type: 'general',
      title: 'Help',
      description: 'Answers to what visitors ask, and the keys.',
      path: '/help',
      jsonLd: () => [{ kind: 'faq', items: faq }],
    }),
  component: HelpPage,
})
