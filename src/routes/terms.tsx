import { createFileRoute } from '@tanstack/react-router'
import { siteFacts } from '#client/site-facts.ts'
import { LegalPage } from '#features/site/web/legal-page.tsx'
import { pageHead } from '#features/site/web/page-meta.ts'
import { TermsPage } from '#features/site/web/terms-page.tsx'
import { t } from '#lib/texts.ts'
import { hasOperatorText, loadLegalPage } from './-slots/-legal-page.ts'

export const Route = createFileRoute('/terms')({
  loader: ({ context }) => loadLegalPage(context, 'terms'),
  // The loader returns the title of the operator's text, or undefined if there is none.
  head: ({ loaderData: title = t('Terms') }) =>
    pageHead({ type: 'general', title, description: t('The terms for using this site.'), path: '/terms' }),
  component: () => (hasOperatorText('terms') ? <LegalPage name="terms" /> : <TermsPage siteName={siteFacts().name} />),
})
