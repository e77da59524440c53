import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { OwnCollectionsPage } from '#features/collections/web/own-collections-page.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/my-collections')({
  head: () => privateHead(t('My Collections')),
  component: () => <Protected>{() => <OwnCollectionsPage />}</Protected>,
})
