import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { ImportPage } from '#features/transfer/web/import-page.tsx'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/my-prompts_/import')({
  head: () => privateHead(t('Import and export')),
  component: ImportRoute,
})

function ImportRoute() {
  return <Protected>{() => <ImportPage />}</Protected>
}
