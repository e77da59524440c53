import { createFileRoute, notFound } from '@tanstack/react-router'
import { LegalPage } from '#features/site/web/legal-page.tsx'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { headOf } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'
import { loadLegalPage } from './-slots/-legal-page.ts'

export const Route = createFileRoute('/imprint')({
  loader: async ({ context }) => {
    const title = await loadLegalPage(context, 'imprint')
    if (title === undefined) throw notFound()
    return title
  },
  head: ({ loaderData: title, match }) =>
    headOf(
      match,
      title ? { type: 'general', title, description: t('Who is responsible for this site.'), path: '/imprint' } : null,
    ),
  notFoundComponent: NotFoundPage,
  component: () => <LegalPage name="imprint" />,
})
