import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { EditApprovalPage } from '#features/approvals/web/edit-approval-page.tsx'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import { ClientNotFoundPage } from '#features/site/web/client-not-found-page.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { PromptPreview } from '#features/worksheet/web/prompt-preview.tsx'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/approval/$id_/edit')({
  // Returns nothing, because the document would otherwise contain the categories twice.
  loader: ({ context: { queryClient, api } }) => queryClient.query(categoriesQuery(api)).then(() => undefined),
  head: () => privateHead(t('Change what waits')),
  component: EditApprovalRoute,
})

function EditApprovalRoute() {
  const { id } = Route.useParams()
  return (
    <Protected>
      {(user) => (
        <EditApprovalPage
          key={id}
          id={id}
          user={user}
          preview={(prompt) => <PromptPreview {...prompt} />}
          notFound={<ClientNotFoundPage />}
        />
      )}
    </Protected>
  )
}
