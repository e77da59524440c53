import { createFileRoute } from '@tanstack/react-router'
import { siteFacts } from '#client/site-facts.ts'
import { CookiesPage } from '#features/site/web/cookies-page.tsx'
import { LegalPage } from '#features/site/web/legal-page.tsx'
import { pageHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'
import { hasOperatorText, loadLegalPage } from './-slots/-legal-page.ts'

export const Route = createFileRoute('/cookies')({
  loader: ({ context }) => loadLegalPage(context, 'cookies'),
  head: ({ loaderData: title = t('Cookies') }) =>
    pageHead({
      type: 'general',
      title,
      description: t('What this site stores in your browser, key by key.'),
      path: '/cookies',
    }),
  component: () =>
    hasOperatorText('cookies') ? (
      <LegalPage name="cookies" />
    ) : (
      <CookiesPage siteName={siteFacts().name} services={siteFacts().services} />
    ),
})
