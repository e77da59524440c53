import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { SuggestPage } from '#features/change-requests/web/suggest-page.tsx'
import { ClientNotFoundPage } from '#features/site/web/client-not-found-page.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/prompt/$slug_/suggest')({
  head: () => privateHead(t('Suggest an edit')),
  component: SuggestRoute,
})

function SuggestRoute() {
  const { slug } = Route.useParams()
  return <Protected>{() => <SuggestPage id={slug} notFound={<ClientNotFoundPage />} />}</Protected>
}
