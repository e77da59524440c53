import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#features/site/web/page-meta.ts'
import { RankingPage } from '#features/site/web/ranking-page.tsx'

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
