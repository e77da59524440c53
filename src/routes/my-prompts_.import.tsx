import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { ImportPage } from '#features/transfer/web/import-page.tsx'
import { privateHead } from '#web/page-meta.ts'

export const Route = createFileRoute('/my-prompts_/import')({
  head: () => privateHead('Import and export'),
  component: ImportRoute,
})

function ImportRoute() {
  return <Protected>{() => <ImportPage />}</Protected>
}
