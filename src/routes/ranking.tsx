import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#features/site/web/page-meta.ts'
import { RankingPage } from '#features/site/web/ranking-page.tsx'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/ranking')({
  head: () =>
    pageHead({
      type: 'general',
      title: t('How ranking works'),
      description: t('What decides which prompts come first: votes, copies and time, with the numbers.'),
      path: '/ranking',
    }),
  component: RankingPage,
})
