import { createFileRoute } from '@tanstack/react-router'
import { HelpPage } from '#features/site/web/help-page.tsx'
import { pageHead } from '#web/page-meta.ts'

export const Route = createFileRoute('/help')({
  head: () => pageHead({ title: 'Help', description: 'Answers to what visitors ask, and the keys.', path: '/help' }),
  component: HelpPage,
})
