import { createFileRoute } from '@tanstack/react-router'
import { HelpPage } from '#features/site/web/help-page.tsx'
import { pageHead } from '#web/page-meta.ts'

export const Route = createFileRoute('/help')({
  head: async () => {
    // Loaded where it is used, so that the answers are no part of other pages' first load.
    const faq = import.meta.env.SSR ? (await import('#features/site/faq-rules.ts')).faq : []
    return pageHead({
      type: 'general',
      title: 'Help',
      description: 'Answers to what visitors ask, and the keys.',
      path: '/help',
      jsonLd: import.meta.env.SSR ? () => [{ kind: 'faq', items: faq }] : undefined,
    })
  },
  component: HelpPage,
})
