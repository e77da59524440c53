import { createFileRoute } from '@tanstack/react-router'
import { siteFacts } from '#client/site-facts.ts'
import { LegalPage } from '#features/site/web/legal-page.tsx'
import { pageHead } from '#features/site/web/page-meta.ts'
import { PrivacyPage } from '#features/site/web/privacy-page.tsx'
import { t } from '#lib/texts.ts'
import { hasOperatorText, loadLegalPage } from './-slots/-legal-page.ts'

export const Route = createFileRoute('/privacy')({
  loader: ({ context }) => loadLegalPage(context, 'privacy'),
  head: ({ loaderData: title = t('Privacy') }) =>
    pageHead({
      type: 'general',
      title,
      description: t('What this site knows about its visitors.'),
      path: '/privacy',
    }),
  component: () =>
    hasOperatorText('privacy') ? (
      <LegalPage name="privacy" />
    ) : (
      <PrivacyPage siteName={siteFacts().name} services={siteFacts().services} />
    ),
})
