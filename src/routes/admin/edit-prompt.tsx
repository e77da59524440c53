import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { useSendForApproval } from '#features/approvals/web/use-send-for-approval.ts'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import { readText } from '#features/catalogue/web/list-search.ts'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { PromptPicker } from '#features/moderation/web/prompt-picker.tsx'
import { ClientNotFoundPage } from '#features/site/web/client-not-found-page.tsx'
import { adminHead } from '#features/site/web/page-meta.ts'
import { PromptPreview } from '#features/worksheet/web/prompt-preview.tsx'
import { EditPromptPage } from '#features/writing/web/edit-prompt-page.tsx'
import type { Preview } from '#features/writing/web/prompt-editor.tsx'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/admin/edit-prompt')({
  validateSearch: (search: Record<string, unknown>): { id?: string; q?: string } => ({
    id: readText(search.id),
    q: readText(search.q),
  }),
  loader: ({ context: { queryClient, api } }) => queryClient.query(categoriesQuery(api)).then(() => undefined),
  head: () => adminHead(t('Edit prompt')),
  component: AdminEditRoute,
})

const renderPreview: Preview = (prompt) => <PromptPreview content={prompt.content} variables={prompt.variables} />

function AdminEditRoute() {
  const sendForApproval = useSendForApproval()
  const { id, q } = Route.useSearch()
  if (id === undefined)
    return (
      <AdminFrame title={t('Edit a prompt')} section="/admin/prompts">
        {() => <PromptPicker q={q} />}
      </AdminFrame>
    )
  return (
    // biome-ignore lint/a11y/useValidAriaRole: a member’s role, not an ARIA role.
    <Protected role="moderator">
      {(user) => (
        <EditPromptPage
          user={user}
          id={id}
          preview={renderPreview}
          sendForApproval={sendForApproval}
          notFound={<ClientNotFoundPage />}
        />
      )}
    </Protected>
  )
}
