import { createFileRoute } from '@tanstack/react-router'
import { HelpPage } from '#features/site/web/help-page.tsx'
import { pageHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/help')({
  head: async () => {
    // The FAQ is imported dynamically, since every first visit would otherwise download it.
    const faq = import.meta.env.SSR ? (await import('#features/site/faq-rules.ts')).faq : []
    return pageHead({
      type: 'general',
      title: t('Help'),
      description: t('Answers to frequently asked questions, and the keyboard shortcuts.'),
      path: '/help',
      jsonLd: import.meta.env.SSR ? () => [{ kind: 'faq', items: faq }] : undefined,
    })
  },
  component: HelpPage,
})
