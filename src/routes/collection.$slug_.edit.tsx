import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { CollectionEditor } from '#features/collections/web/collection-editor.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/collection/$slug_/edit')({
  head: () => privateHead(t('Edit collection')),
  component: EditCollectionRoute,
})

function EditCollectionRoute() {
  const { slug } = Route.useParams()
  return <Protected>{() => <CollectionEditor slug={slug} />}</Protected>
}
