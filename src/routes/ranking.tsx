import { createFileRoute } from '@tanstack/react-router'
import { RankingPage } from '#features/site/web/ranking-page.tsx'
import { pageHead } from '#web/page-meta.ts'

export const Route = createFileRoute('/ranking')({
  head: () =>
    pageHead({
      type: 'general',
      title: 'How ranking works',
      description: 'What decides which prompts come first: votes, copies and time, with the numbers.',
      path: '/ranking',
    }),
  component: RankingPage,
})
