import { createFileRoute } from '@tanstack/react-router'
import { BlindRoundPage } from '#features/comparison/web/blind-round-page.tsx'
import { pageHead } from '#web/page-meta.ts'

export const Route = createFileRoute('/compare/vote')({
  head: () =>
    pageHead({
      type: 'general',
      title: 'Which answer is better?',
      description: 'Two answers to one prompt, without names. Vote for the better one; it costs no credits.',
      path: '/compare/vote',
    }),
  component: BlindRoundPage,
})
